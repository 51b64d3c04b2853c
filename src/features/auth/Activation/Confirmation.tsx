import { TextLink } from "../../../components/TextLink/TextLink";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../routing/paths";
import { Stack, Text, Button } from "@mantine/core";
import { Guard } from "../../../components/Guard/Guard";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { FormCard } from "../../../components/FormCard/FormCard";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { useConfirmation } from "../useConfirmation";
import { ActivationHelp } from "./ActivationHelp";
import { ConfirmAccount } from "./ConfirmAccount";

/**
 * The page that the emailed link opens. It works in any browser, and does not depend on who is
 * signed in there.
 */
export function Confirmation({ code }: { code: string }) {
  const t = useAuthTexts().activate;
  const { confirmation, confirm, disown } = useConfirmation(code);

  switch (confirmation.status) {
    case "working":
      return (
        <FormCard title={t.title}>
          <Text role="status">{t.confirming}</Text>
        </FormCard>
      );
    case "ready":
      return (
        <ConfirmAccount
          username={confirmation.username}
          lostName={confirmation.lostName}
          email={confirmation.email}
          onConfirm={confirm}
          onDisown={disown}
        />
      );
    case "confirmed":
      return (
        <Guard access="activation">
          <Confirmed />
        </Guard>
      );
    case "removed":
      return <Removed />;
    case "invalid":
      return <Refused message={t.invalidCode} />;
    case "expired":
      return <Refused message={t.expiredCode} />;
    case "failed":
      return <Refused message={t.confirmFailed} />;
    default:
      return confirmation satisfies never;
  }
}

function Refused({ message }: { message: string }) {
  const t = useAuthTexts().activate;
  return (
    <FormCard title={t.title}>
      <Stack>
        <ErrorNote message={message} />
        <ActivationHelp />
      </Stack>
    </FormCard>
  );
}

/** Shown in a browser without a session. With a session, the guard redirects to /home instead. */
function Confirmed() {
  const t = useAuthTexts().activate;
  const navigate = useNavigate();
  return (
    <FormCard title={t.title}>
      <Text role="status" size="lg">
        {t.confirmed}
      </Text>
      <Button onClick={() => void navigate(paths.login)}>
        {t.continueToLogin}
      </Button>
    </FormCard>
  );
}

/** Shown after the owner of an address has deleted an account that someone else created with it. */
function Removed() {
  const t = useAuthTexts().activate;
  return (
    <FormCard title={t.removedTitle}>
      <Text role="status">{t.removedText}</Text>
      <TextLink to={paths.signup}>{t.removedSignUp}</TextLink>
    </FormCard>
  );
}
