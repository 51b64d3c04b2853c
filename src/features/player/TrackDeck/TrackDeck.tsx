import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatTime } from "../../../lib/formatTime";
import type { Track } from "../../../audio/player/track";
import { useTrackPlayback } from "../../../audio/player/useTrackPlayback";
import { useTexts } from "../../../texts/TextsProvider";
import { LoopButton } from "../LoopButton/LoopButton";
import { PlayButton } from "../PlayButton/PlayButton";
import { problemText } from "../problemText";
import { Waveform } from "../Waveform/Waveform";
import deck from "../../../components/ContentCard/deck.module.css";
import classes from "./TrackDeck.module.css";

interface TrackDeckProps {
  track: Track;
  peaks: readonly number[];
  /** True if there are few buttons, so that a phone shows them beside the play button. */
  isCompact?: boolean;
  /** Further buttons after the counter and the loop button, such as voting. */
  children?: ReactNode;
}

/** The player part of a card: play button, waveform, counter, loop button and playback errors. */
export function TrackDeck(props: TrackDeckProps) {
  const { track, peaks, isCompact, children } = props;
  const t = useTexts("player");
  const { elapsedMs, durationMs, isBlocked, problem, seek } =
    useTrackPlayback(track);
  return (
    <div className={deck.deck} data-compact={isCompact || undefined}>
      <PlayButton track={track} />
      <Waveform
        peaks={peaks}
        title={track.title}
        elapsedMs={elapsedMs}
        durationMs={durationMs}
        isDisabled={isBlocked || track.url === null}
        onSeek={seek}
      />
      <div className={deck.foot}>
        <Text component="span" className={classes.counter} translate="no">
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
