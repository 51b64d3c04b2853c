import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { FormCard } from "../../../components/FormCard/FormCard";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import classes from "./ConfirmAccount.module.css";

interface ConfirmAccountProps {
  /** Empty if the account has no profile. */
  username: string;
  /** The username that somebody else has taken since; empty if it is still free. */
  lostName: string;
  email: string;
  onConfirm: () => Promise<void>;
  /** Deletes the account. Rejects if deleting fails. */
  onDisown: () => Promise<void>;
}

/**
 * Shows the account that the link would confirm and asks first, because anyone can sign up with
 * someone else's address.
 */
export function ConfirmAccount({
  username,
  lostName,
  email,
  onConfirm,
  onDisown,
}: ConfirmAccountProps) {
  const t = useAuthTexts().activate;
  const [isAsking, { open, close }] = useDisclosure(false);
  const name = username === "" ? email : username;

  return (
    <FormCard title={t.title}>
      <Text>{t.askText}</Text>
      <dl className={classes.account}>
        {username !== "" && (
          <div>
            <dt>{t.askUsername}</dt>
            <dd>{username}</dd>
          </div>
        )}
        <div>
          <dt>{t.askEmail}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      {lostName !== "" && <Text>{t.lostName(lostName)}</Text>}
      <Text c="dimmed">{t.askHint}</Text>
      <Stack gap="sm">
        <Button onClick={() => void onConfirm()}>{t.confirm}</Button>
        <Button variant="default" onClick={open}>
          {t.notMe}
        </Button>
      </Stack>
      <ConfirmModal
        opened={isAsking}
        onClose={close}
        title={t.removeTitle}
        confirmLabel={t.remove}
        failureMessage={t.removeFailed}
        onConfirm={onDisown}
      >
        {t.removeText(name)}
      </ConfirmModal>
    </FormCard>
  );
}
