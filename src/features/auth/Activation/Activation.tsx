import { Alert, Stack } from "@mantine/core";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { keepTarget } from "../../../routing/keptTarget";
import { readNotice } from "../../../routing/returnTarget";
import { FormCard } from "../../../components/FormCard/FormCard";
import { Loading } from "../../../components/Loading/Loading";
import { useViewerState } from "../../../hooks/useViewer";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { ActivationHelp } from "./ActivationHelp";
import { CorrectAddress } from "./CorrectAddress";
import { OtherAccount } from "./OtherAccount";

/**
 * Shown until the emailed link has been followed. The guard redirects to /home once the account is
 * confirmed.
 */
export function Activation() {
  const t = useAuthTexts().activate;
  const location = useLocation();
  const state = useViewerState();
  const isWaiting = state.status === "signedIn";
  useEffect(() => {
    if (isWaiting) keepTarget(location);
  }, [isWaiting, location]);
  if (state.status === "loading") return <Loading />;

  return (
    <FormCard title={t.title}>
      <Stack>
        {readNotice(location.state) === "notConfirmed" && <NotConfirmed />}
        <ActivationHelp />
        {isWaiting && (
          <>
            <CorrectAddress />
            <OtherAccount />
          </>
        )}
      </Stack>
    </FormCard>
  );
}

function NotConfirmed() {
  const { byCode } = useErrorTexts();
  return (
    <Alert color="haldi" variant="outline" role="status">
      {byCode.EMAIL_NOT_CONFIRMED}
    </Alert>
  );
}
