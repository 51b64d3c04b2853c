import type { FinishedTake } from "../../../audio/store/finishedTake";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { soundOf } from "../../../audio/mix/mixPlan";
import { formatTime } from "../../../lib/formatTime";
import type { Recorder } from "../../../audio/studio/recorder";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { Fold } from "../../../components/Fold/Fold";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { reportFailure } from "../../../lib/reportFailure";
import { useTexts } from "../../../texts/TextsProvider";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { Icon } from "../../../components/Icon/Icon";
import { problemText } from "../../player/problemText";
import { Waveform } from "../../player/Waveform/Waveform";
import { TakeWords } from "../../words/TakeWords/TakeWords";
import { saveTake } from "../saveTake";
import { StopNote } from "../Interruptions/StopNote";
import { SwitchNote } from "../Interruptions/SwitchNote";
import { KeptText } from "../StorageNote/KeptText";
import { useIsKept, useMix } from "../useStudio";
import { useTakePlayback } from "../useTakePlayback";
import { SoundTiles } from "../VoiceControls/SoundTiles";
import { VoiceControls } from "../VoiceControls/VoiceControls";
import classes from "./TakePanel.module.css";

interface TakePanelProps {
  recorder: Recorder;
  take: FinishedTake;
  punch?: PunchSlot;
  /** Deletes the take, after a question. */
  onDiscard: (takeId: string) => Promise<void>;
}

/** Renders the button for recording bars of the take again. Pressing it stops the preview. */
export type PunchSlot = (
  take: FinishedTake,
  onStopPlayback: () => void,
) => ReactNode;

/**
 * Shown for a finished take: lets the user play it and choose its sound; timing, levels and saving
 * are folded away. For a take that this device could not keep, the save button is always visible.
 */
export function TakePanel(props: TakePanelProps) {
  const { recorder, take, punch, onDiscard } = props;
  const t = useRecorderTexts();
  const { problems } = useTexts("player");
  const { clipped } = useTexts("sound");
  const { silent } = useTakesTexts();
  const mix = useMix(recorder);
  const isKept = useIsKept(recorder);
  const playback = useTakePlayback(recorder, take, t.takeTitle);
  return (
    <div className={classes.halves}>
      <Stack gap="md">
        <Text role="status">{t.ready}</Text>
        <Group wrap="nowrap">
          <Waveform
            peaks={take.peaks}
            title={t.takeTitle}
            elapsedMs={playback.elapsedMs}
            durationMs={take.durationMs}
            isDisabled={false}
            onSeek={playback.seek}
          />
          <Text component="span" className={classes.counter} translate="no">
            {formatTime(playback.elapsedMs)}/{formatTime(take.durationMs)}
          </Text>
        </Group>
        {playback.problem !== null && (
          <ErrorNote
            message={problemText(problems, "take", playback.problem)}
          />
        )}
        <Group grow preventGrowOverflow={false} gap="sm">
          <Button
            variant="default"
            px="xs"
            leftSection={<Icon name={playback.isOn ? "stop" : "play"} />}
            onClick={playback.toggle}
          >
            {playback.isOn ? t.stopTake : t.playTake}
          </Button>
          {!isKept && <SaveButton recorder={recorder} take={take} />}
          <DiscardButton onDiscard={() => onDiscard(take.id)} />
        </Group>
        {/* The notes are below Play, so that Play stays visible on the smallest screen, however
            many notes there are. */}
        <StopNote recorder={recorder} />
        <SwitchNote recorder={recorder} />
        {take.isVoiceless && <ErrorNote message={silent.note} />}
        {take.dropouts > 0 && <ErrorNote message={t.dropouts(take.dropouts)} />}
        {(take.clips ?? 0) > 0 && <ErrorNote message={clipped} />}
        {punch?.(take, playback.stop)}
        <KeptText recorder={recorder} />
      </Stack>
      <Stack gap="md">
        {take.credit?.words && (
          <TakeWords
            key={take.id}
            takeId={take.id}
            words={take.credit.words}
            elapsedMs={playback.elapsedMs}
            isPlaying={playback.isOn}
            onPlayFrom={playback.playFrom}
          />
        )}
        {take.stem !== null && (
          <SoundTiles
            sound={soundOf(mix)}
            onChange={(sound) => playback.changeMix({ ...mix, sound })}
          />
        )}
        {(take.stem !== null || isKept) && (
          <Fold title={t.more}>
            <Stack gap="md" py="xs" align="stretch">
              {take.stem !== null && (
                <VoiceControls mix={mix} onChange={playback.changeMix} />
              )}
              {isKept && <SaveButton recorder={recorder} take={take} />}
            </Stack>
          </Fold>
        )}
      </Stack>
    </div>
  );
}

/** Discards the take. The button is here because the rapper hears here that a take is bad. */
function DiscardButton({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const t = useRecorderTexts();
  const { list } = useTakesTexts();
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        px="xs"
        leftSection={<Icon name="bin" />}
        onClick={open}
      >
        {t.unsent.discard}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={t.discardTitle}
        confirmLabel={t.unsent.discard}
        failureMessage={list.removeFailed}
        onConfirm={onDiscard}
        onClose={close}
      >
        {t.discardText}
      </ConfirmModal>
    </>
  );
}

/** Saves the take as it sounds now, so a changed mix is rendered first. */
function SaveButton({
  recorder,
  take,
}: Pick<TakePanelProps, "recorder" | "take">) {
  const t = useRecorderTexts();
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
