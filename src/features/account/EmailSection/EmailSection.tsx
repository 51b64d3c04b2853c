import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useViewer } from "../../../hooks/useViewer";
import { showToast } from "../../../lib/showToast";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useAttempt } from "../useAttempt";
import { EmailForm } from "./EmailForm";
import classes from "./EmailSection.module.css";

/** Shows the address of the account and changes it. */
export function EmailSection() {
  const t = useAccountTexts().email;
  const email = useViewer()?.email ?? "";
  const settings = useLiveQuery({ query: api.account.settings, args: {} });
  const [openedAt] = useState(() => Date.now());
  const change = settings.status === "success" && settings.data?.emailChange;
  return (
    <AccountSection row="email" title={t.title} now={email} hint={t.hint}>
      <Text className={classes.address}>{t.current(email)}</Text>
      {change && change.expiresAt > openedAt && (
        <Waiting email={change.email} />
      )}
      <EmailForm />
    </AccountSection>
  );
}

function Waiting({ email }: { email: string }) {
  const t = useAccountTexts().email;
  const cancel = useMutation(api.emailChanges.cancel);
  const { isBusy, attempt } = useAttempt();

  const handleCancel = async () => {
    const refusal = await attempt(() => cancel({}));
    if (refusal) showToast(refusal.message, { isFailure: true });
  };

  return (
    <Alert color="haldi" variant="outline" role="status">
      <Group gap="sm">
        <Text className={classes.address}>{t.waiting(email)}</Text>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void handleCancel()}
        >
          {t.cancel}
        </Button>
      </Group>
    </Alert>
  );
}
