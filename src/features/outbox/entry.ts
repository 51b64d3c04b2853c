import type { Turn } from "../../../convex/shared/cyphers";
import type { StoredLoudness } from "../../../convex/shared/loudness";
import type { Id } from "../../../convex/_generated/dataModel";
import type { PlacedSection } from "../../../convex/shared/sections";
import type { Terms } from "../../../convex/shared/terms";
import type { AppErrorData } from "../../../convex/shared/messages";

/** Optional arguments of `verses.create` that go with a take. */
export interface VerseExtras {
  readonly loudness?: StoredLoudness;
  readonly words?: string;
  readonly wordStartsMs?: number[];
  /** Terms of the beat when the take was recorded. */
  readonly terms?: Terms;
  readonly section?: PlacedSection;
  /** The verse that it answers. */
  readonly answersId?: Id<"verses">;
  /** The turn of a cypher that it is for. */
  readonly turn?: Turn;
}

/** A take on its way to the server. Its sound is stored beside it. */
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
   * Takes that lay beside it when it was handed over, and no longer wait once it is published.
   * Absent if an older version of the app handed it over.
   */
  readonly otherTakeIds?: readonly string[];
  /**
   * False if this device has no other complete copy of the take. Absent if an older version of the
   * app handed it over.
   */
  readonly isKept?: boolean;
  readonly createdAt: number;
  /** Whole percent that the server has confirmed. */
  readonly percent: number;
  readonly isPaused: boolean;
  /** Why it did not arrive; null while it is on its way. */
  readonly problem: OutboxProblem | null;
  /** Set once the server knows the upload. */
  readonly uploadId: string | null;
}

/** `refusal` is null if the connection or the server failed, without a reason. */
export interface OutboxProblem {
  readonly refusal: AppErrorData | null;
}

/** How an entry left the outbox. */
export type Outcome = "sent" | "cancelled";

/**
 * Returns what makes a refused answer a verse of its own, when a block has come between the two
 * rappers. Null for any other entry.
 */
export function asOwnVerse({
  problem,
  extras: { answersId, ...extras },
}: OutboxEntry): Partial<OutboxEntry> | null {
  const isApart = problem?.refusal?.code === "APART";
  return isApart && answersId ? { extras, problem: null } : null;
}

/** Returns true if an entry was refused for its turn, and may still become an answer. */
export const isForNoTurn = ({ extras, problem }: OutboxEntry): boolean =>
  extras.turn !== undefined &&
  (problem?.refusal?.code === "TURN_OVER" ||
    problem?.refusal?.code === "TURN_LENGTH");

/** Returns true if the outbox sends an entry by itself. */
export const isWaiting = ({ isPaused, problem }: OutboxEntry): boolean =>
  !isPaused && problem === null;
