import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatTime } from "../../../audio/formatTime";
import type { Track } from "../../../audio/track";
import { useTrackPlayback } from "../../../audio/usePlayer";
import { useTexts } from "../../../texts/TextsProvider";
import { LoopButton } from "../LoopButton/LoopButton";
import { PlayButton } from "../PlayButton/PlayButton";
import { problemText } from "../problemText";
import { Waveform } from "../Waveform/Waveform";
import classes from "./TrackDeck.module.css";

interface TrackDeckProps {
  track: Track;
  peaks: readonly number[];
  /** Shown at the right of the counter, such as the vote button. */
  children?: ReactNode;
}

/** The playing half of a card: key, waveform, counter, loop; and what went wrong. */
export function TrackDeck({ track, peaks, children }: TrackDeckProps) {
  const t = useTexts("player");
  const { elapsedMs, durationMs, isBlocked, problem, seek } =
    useTrackPlayback(track);
  return (
    <div className={classes.deck}>
      <PlayButton track={track} />
      <Waveform
        peaks={peaks}
        title={track.title}
        elapsedMs={elapsedMs}
        durationMs={durationMs}
        isDisabled={isBlocked || track.url === null}
        onSeek={seek}
      />
      <div className={classes.foot}>
        <Text component="span" className={classes.counter}>
          {formatTime(elapsedMs)}/{formatTime(durationMs)}
        </Text>
        <LoopButton track={track} />
        {children}
      </div>
      {problem !== null && (
        <Text role="alert" className={classes.problem}>
          {problemText(t.problems, track.kind, problem)}
        </Text>
      )}
    </div>
  );
}
