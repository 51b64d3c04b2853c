import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useUploadTexts } from "../../../texts/useUploadTexts";
import type { UploadState } from "../useUploadBeat";

interface UploadProgressProps {
  state: Extract<UploadState, { status: "reading" | "sending" | "checking" }>;
  onCancel: () => void;
}

export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const t = useUploadTexts();
  const percent = state.status === "sending" ? state.percent : null;
  const text = {
    reading: t.reading,
    sending: t.sending(percent ?? 0),
    checking: t.checking,
  }[state.status];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text role="status">{text}</Text>
        {state.status !== "checking" && (
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </Group>
      <Progress
        value={state.status === "reading" ? 0 : (percent ?? 100)}
        animated={state.status === "checking"}
        size="lg"
        aria-label={text}
      />
    </Stack>
  );
}
