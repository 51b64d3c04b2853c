import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { useSettings, useTakeFacts } from "../useStudio";

interface AnsweringNoteProps {
  recorder: Recorder;
  /** Username of the rapper whose verse is answered. */
  rapper: string;
  /** Whether the verse can lead into the next take. */
  hasLead: boolean;
  isBusy: boolean;
  /** Absent if the take must answer that verse. */
  onDrop?: (() => void) | undefined;
}

/**
 * Names the rapper whom the take answers, and offers to let the end of their verse lead into the
 * take.
 */
export function AnsweringNote(props: AnsweringNoteProps) {
  const { recorder, rapper, hasLead, isBusy, onDrop } = props;
  const t = useAnswerTexts();
  const { hasVerseLead } = useSettings(recorder);
  const { isLeadMissing } = useTakeFacts(recorder);
  return (
    <Stack gap="sm" mb="lg">
      <Group justify="space-between" gap="xs">
        <Text fw={700}>{t.answering(rapper)}</Text>
        {onDrop && (
          <Button
            variant="default"
            size="compact-md"
            disabled={isBusy}
            onClick={onDrop}
          >
            {t.drop}
          </Button>
        )}
      </Group>
      {hasLead && (
        <Switch
          size="lg"
          label={t.hearEnd}
          checked={hasVerseLead}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) =>
            recorder.changeSettings({ hasVerseLead: checked })
          }
        />
      )}
      {isLeadMissing && <ErrorNote message={t.leadMissing} />}
    </Stack>
  );
}
