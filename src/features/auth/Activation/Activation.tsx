import { Alert, Stack, Text } from "@mantine/core";
import { useLocation, useSearchParams } from "react-router-dom";
import { readNotice } from "../../../app/returnTarget";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { FormCard } from "../../../components/FormCard/FormCard";
import { Loading } from "../../../components/Loading/Loading";
import { useViewerState } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { type Confirmation, useConfirmation } from "../useConfirmation";
import { Confirmed } from "./Confirmed";
import { ResendButton } from "./ResendButton";

/** Waits for the mailed link, or is what the link opens. The guard goes on to /home once the account is confirmed. */
export function Activation() {
  const t = useTexts("auth").activate;
  const [params] = useSearchParams();
  const location = useLocation();
  const state = useViewerState();
  const code = params.get("code");
  const confirmation = useConfirmation(code);

  if (confirmation === "confirmed") return <Confirmed />;
  if (state.status === "loading" && code === null) return <Loading />;

  const email = state.status === "signedIn" ? state.viewer.email : null;
  return (
    <FormCard title={t.title}>
      <Stack>
        {readNotice(location.state) === "notConfirmed" && <NotConfirmed />}
        <ConfirmationNote confirmation={confirmation} />
        {confirmation !== "working" && (
          <>
            <Text>{email === null ? t.textWithoutEmail : t.text(email)}</Text>
            <Text>{t.waiting}</Text>
            <Text c="dimmed">{t.spamHint}</Text>
            <ResendButton />
          </>
        )}
      </Stack>
    </FormCard>
  );
}

function NotConfirmed() {
  const { notConfirmed } = useTexts("auth").signIn;
  return (
    <Alert color="haldi" variant="outline" role="status">
      {notConfirmed}
    </Alert>
  );
}

function ConfirmationNote({ confirmation }: { confirmation: Confirmation }) {
  const t = useTexts("auth").activate;
  switch (confirmation) {
    case "working":
      return <Text role="status">{t.confirming}</Text>;
    case "invalid":
      return <ErrorNote message={t.invalidCode} />;
    case "expired":
      return <ErrorNote message={t.expiredCode} />;
    case "failed":
      return <ErrorNote message={t.confirmFailed} />;
    default:
      return null;
  }
}
