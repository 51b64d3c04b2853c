import { rideLoopMs } from "../../../../convex/shared/beatGrid";
import type { CypherPage, Playing } from "../../../../convex/shared/cyphers";
import { equalGain } from "../../../../convex/shared/equalGain";
import type { VerseSummary } from "../../../../convex/shared/validators";
import type { RoomScore } from "../../../audio/room/roomPlayer";
import { reachableUrl } from "../../../lib/reachableUrl";
import { isVerseHidden } from "../../safety/hiding";

interface Listener {
  readonly viewerId: string | undefined;
  /** Ids of people whom the listener has blocked and does not hear. */
  readonly hidden: ReadonlySet<string>;
  /** Whether all sounds are equally loud. */
  readonly isEqual: boolean;
}

interface RoomVerse {
  readonly verse: VerseSummary;
  readonly startsAt: number;
  /** When the verse's file starts and ends, in ms of the server's time. */
  readonly fromAt: number;
  readonly toAt: number;
}

/** Returns the newest verses of a room, oldest first, in the server's time. Some may be over. */
export function roomVerses(cypher: CypherPage): RoomVerse[] {
  const { before, playing, verses } = cypher;
  const all: readonly Playing[] = playing ? [...before, playing] : before;
  return all.flatMap(({ verseId, startsAt }) => {
    const verse = verses.find(({ id }) => id === verseId);
    if (!verse) return [];
    const fromAt = startsAt - (verse.section?.atMs ?? 0);
    return [{ verse, startsAt, fromAt, toAt: fromAt + verse.durationMs }];
  });
}

/** Returns the id of the verse that is heard in the room at a moment; null if none is. */
export const heardAt = (cypher: CypherPage, now: number): string | null =>
  roomVerses(cypher).findLast(({ fromAt, toAt }) => fromAt <= now && toAt > now)
    ?.verse.id ?? null;

/** Returns what a listener hears in the room of a cypher. */
export function roomScore(
  cypher: CypherPage,
  { viewerId, hidden, isEqual }: Listener,
): RoomScore {
  const { beat, ride, isOpen } = cypher;
  const level = ({ loudness }: Pick<typeof beat, "loudness">) =>
    isEqual ? equalGain(loudness) : 1;
  const { bpm, durationMs, grid } = beat;
  const loopMs = rideLoopMs({ bpm, durationMs });
  const rhythm = { bpm, loopMs, firstBarMs: grid?.firstBarMs };
  return {
    ride,
    isEnding: !isOpen,
    beat:
      beat.fileUrl === null
        ? null
        : {
            url: reachableUrl(beat.fileUrl),
            ...{ durationMs, rhythm, level: level(beat) },
          },
    verses: roomVerses(cypher).flatMap(({ verse, startsAt, fromAt }) =>
      verse.fileUrl === null
        ? []
        : {
            id: verse.id,
            startsAt,
            atMs: startsAt - fromAt,
            durationMs: verse.durationMs,
            isHidden: isVerseHidden(verse, hidden, viewerId),
            url: reachableUrl(verse.fileUrl),
            ...{ rhythm: null, level: level(verse) },
          },
    ),
  };
}
