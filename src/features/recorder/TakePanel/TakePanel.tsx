import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { appPlayer } from "../../../audio/appPlayer";
import { formatTime } from "../../../audio/formatTime";
import type { FinishedTake } from "../../../audio/takeMachine";
import { type Track, trackId } from "../../../audio/track";
import { useTrackPlayback } from "../../../audio/usePlayer";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import { problemText } from "../../player/problemText";
import { Waveform } from "../../player/Waveform/Waveform";
import { saveTake } from "../saveTake";
import classes from "./TakePanel.module.css";

interface TakePanelProps {
  take: FinishedTake;
  beatTitle: string;
}

/** A finished take: hear it, keep it. */
export function TakePanel({ take, beatTitle }: TakePanelProps) {
  const t = useTexts("recorder");
  const { problems } = useTexts("player");
  const track = useTakeTrack(take, t.takeTitle);
  const playback = useTrackPlayback(track);
  const isOn = playback.isPlaying || playback.isLoading;
  return (
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
          leftSection={<Icon name={isOn ? "stop" : "play"} />}
          onClick={() => (isOn ? appPlayer.close() : appPlayer.play(track))}
        >
          {isOn ? t.stopTake : t.playTake}
        </Button>
        <Button
          variant="default"
          px="xs"
          leftSection={<Icon name="save" />}
          onClick={() => saveTake(take.file, beatTitle)}
        >
          {t.save}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t.kept}
      </Text>
    </Stack>
  );
}

/** The address of a take lives as long as its panel; a preview that still plays ends with it. */
function useTakeTrack(take: FinishedTake, title: string): Track {
  const track = useMemo<Track>(
    () => ({
      id: trackId("take", take.id),
      kind: "take",
      url: URL.createObjectURL(take.file),
      title,
      artist: "",
      href: null,
      durationMs: take.durationMs,
    }),
    [take, title],
  );
  useEffect(
    () => () => {
      if (appPlayer.getState().track?.id === track.id) appPlayer.close();
      if (track.url !== null) URL.revokeObjectURL(track.url);
    },
    [track],
  );
  return track;
}
