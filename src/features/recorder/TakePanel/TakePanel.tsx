import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { formatTime } from "../../../audio/formatTime";
import type { Recorder } from "../../../audio/recorder";
import type { FinishedTake } from "../../../audio/takeMachine";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { reportFailure } from "../../../lib/reportFailure";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import { problemText } from "../../player/problemText";
import { Waveform } from "../../player/Waveform/Waveform";
import { saveTake } from "../saveTake";
import { useMix } from "../useRecorder";
import { useTakePlayback } from "../useTakePlayback";
import { VoiceControls } from "../VoiceControls/VoiceControls";
import classes from "./TakePanel.module.css";

interface TakePanelProps {
  recorder: Recorder;
  take: FinishedTake;
}

/** A finished take: hear it, put its voice right, keep it. */
export function TakePanel({ recorder, take }: TakePanelProps) {
  const t = useTexts("recorder");
  const { problems } = useTexts("player");
  const mix = useMix(recorder);
  const playback = useTakePlayback(recorder, take, t.takeTitle);
  return (
    <Stack gap="md">
      <Text role="status">{t.ready}</Text>
      {take.gaps > 0 && <ErrorNote message={t.gaps(take.gaps)} />}
      <Group wrap="nowrap">
        <Waveform
          peaks={take.peaks}
          title={t.takeTitle}
          elapsedMs={playback.elapsedMs}
          durationMs={take.durationMs}
          isDisabled={false}
          onSeek={playback.seek}
        />
        <Text component="span" className={classes.counter}>
          {formatTime(playback.elapsedMs)}/{formatTime(take.durationMs)}
        </Text>
      </Group>
      {playback.problem !== null && (
        <ErrorNote message={problemText(problems, "take", playback.problem)} />
      )}
      <Group grow gap="sm">
        <Button
          variant="default"
          px="xs"
          leftSection={<Icon name={playback.isOn ? "stop" : "play"} />}
          onClick={playback.toggle}
        >
          {playback.isOn ? t.stopTake : t.playTake}
        </Button>
        <SaveButton recorder={recorder} take={take} />
      </Group>
      {take.stem !== null && (
        <VoiceControls mix={mix} onChange={playback.changeMix} />
      )}
      <Text size="sm" c="dimmed">
        {t.kept}
      </Text>
    </Stack>
  );
}

/** Saves what is heard, so a moved voice is mixed first. */
function SaveButton({ recorder, take }: TakePanelProps) {
  const t = useTexts("recorder");
  const [isSaving, setIsSaving] = useState(false);
  const handleSave = async () => {
    setIsSaving(true);
    try {
      saveTake(await recorder.mixed(take, new AbortController().signal));
    } catch (error) {
      reportFailure(error, t.problems.mix);
    }
    setIsSaving(false);
  };
  return (
    <Button
      variant="default"
      px="xs"
      leftSection={<Icon name="save" />}
      loading={isSaving}
      onClick={() => void handleSave()}
    >
      {t.save}
    </Button>
  );
}
