import { rideLoopMs } from "../../../../convex/shared/beatGrid";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { equalGain } from "../../../../convex/shared/equalGain";
import type { RoomScore } from "../../../audio/room/roomPlayer";

interface Listener {
  /** Whom the listener has blocked, and does not hear. */
  readonly hidden: ReadonlySet<string>;
  /** Whether all sounds are equally loud. */
  readonly isEqual: boolean;
}

/** What the room of a cypher sounds like to a listener. */
export function roomScore(
  { beat, playing, ride, verses, isOpen }: CypherPage,
  { hidden, isEqual }: Listener,
): RoomScore {
  const level = ({ loudness }: Pick<typeof beat, "loudness">) =>
    isEqual ? equalGain(loudness) : 1;
  const { bpm, durationMs, grid } = beat;
  const loopMs = rideLoopMs({ bpm, durationMs });
  const rhythm = { bpm, loopMs, firstBarMs: grid?.firstBarMs };
  const verse = playing && verses.find(({ id }) => id === playing.verseId);
  const isHidden = verse && hidden.has(verse.rapper.userId);
  return {
    ride,
    isEnding: !isOpen,
    beat:
      beat.fileUrl === null
        ? null
        : { url: beat.fileUrl, durationMs, rhythm, level: level(beat) },
    isVerseHidden: isHidden ?? false,
    verse: verse?.fileUrl
      ? {
          id: verse.id,
          startsAt: playing?.startsAt ?? 0,
          atMs: verse.section?.atMs ?? 0,
          durationMs: verse.durationMs,
          ...{ url: verse.fileUrl, rhythm: null, level: level(verse) },
        }
      : null,
  };
}
