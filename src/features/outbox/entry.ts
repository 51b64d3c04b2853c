import type { Turn } from "../../../convex/shared/cyphers";
import type { StoredLoudness } from "../../../convex/shared/loudness";
import type { Id } from "../../../convex/_generated/dataModel";
import type { PlacedSection } from "../../../convex/shared/sections";
import type { Terms } from "../../../convex/shared/terms";
import type { AppErrorData } from "../../../convex/shared/appErrors";

/** Optional arguments of `verses.create` that go with a take. */
export interface VerseExtras {
  readonly loudness?: StoredLoudness;
  readonly words?: string;
  readonly wordStartsMs?: number[];
  /** Terms of the beat when the take was recorded. */
  readonly terms?: Terms;
  readonly section?: PlacedSection;
  /** The verse that the take answers. */
  readonly answersId?: Id<"verses">;
  /** The turn of a cypher that the take is for. */
  readonly turn?: Turn;
}

/** A take that is being sent to the server. Its sound is stored beside it. */
export interface OutboxEntry {
  /** Id of the take. */
  readonly id: string;
  readonly userId: string;
  readonly beatId: string;
  readonly beatTitle: string;
  readonly mimeType: string;
  readonly peaks: number[];
  readonly durationMs: number;
  readonly extras: VerseExtras;
  /**
   * Ids of the other takes over the beat when this one was handed over. They no longer wait once
   * this one is published. Absent if an older version of the app handed it over.
   */
  readonly otherTakeIds?: readonly string[];
  /**
   * False if this device has no other complete copy of the take. Absent if an older version of the
   * app stored the entry.
   */
  readonly isKept?: boolean;
  readonly createdAt: number;
  /** Whole percent that the server has confirmed. */
  readonly percent: number;
  readonly isPaused: boolean;
  /** Why the take did not arrive; null while it is being sent. */
  readonly problem: OutboxProblem | null;
  /** Id of the upload on the server; null until it has begun. */
  readonly uploadId: string | null;
}

/** `refusal` is null if the connection or the server failed without giving a reason. */
export interface OutboxProblem {
  readonly refusal: AppErrorData | null;
}

/** How an entry left the outbox. */
export type Outcome = "sent" | "cancelled";

/**
 * If an answer was refused because one of the two rappers has blocked the other, returns the
 * changes that make it a verse that answers nothing. Null for any other entry.
 */
export function asOwnVerse({
  problem,
  extras: { answersId, ...extras },
}: OutboxEntry): Partial<OutboxEntry> | null {
  const isApart = problem?.refusal?.code === "APART";
  return isApart && answersId ? { extras, problem: null } : null;
}

/**
 * Returns true if an entry was refused only because of its turn. It may still be sent as an answer.
 */
export const isForNoTurn = ({ extras, problem }: OutboxEntry): boolean =>
  extras.turn !== undefined &&
  (problem?.refusal?.code === "TURN_OVER" ||
    problem?.refusal?.code === "TURN_LENGTH");

/** Returns true if the entry will be sent without an action by the user. */
export const isWaiting = ({ isPaused, problem }: OutboxEntry): boolean =>
  !isPaused && problem === null;
