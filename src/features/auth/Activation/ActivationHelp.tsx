import { Text } from "@mantine/core";
import { useViewer } from "../../../hooks/useViewer";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { ResendButton } from "./ResendButton";

/** Says where the confirmation email went and offers to send it again. */
export function ActivationHelp() {
  const t = useAuthTexts().activate;
  const email = useViewer()?.email;
  return (
    <>
      <Text>{email === undefined ? t.textWithoutEmail : t.text(email)}</Text>
      <Text>{t.waiting}</Text>
      <Text c="dimmed">{t.spamHint}</Text>
      <ResendButton />
    </>
  );
}
