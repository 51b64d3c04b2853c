import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import type { UploadState } from "../useUploadBeat";

interface UploadProgressProps {
  state: Extract<UploadState, { phase: "reading" | "sending" | "checking" }>;
  onCancel: () => void;
}

export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const t = useTexts("upload");
  const percent = state.phase === "sending" ? state.percent : null;
  const text = {
    reading: t.reading,
    sending: t.sending(percent ?? 0),
    checking: t.checking,
  }[state.phase];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text role="status">{text}</Text>
        {state.phase !== "checking" && (
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </Group>
      <Progress
        value={state.phase === "reading" ? 0 : (percent ?? 100)}
        animated={state.phase === "checking"}
        size="lg"
        aria-label={text}
      />
    </Stack>
  );
}
