import type { Doc, Id } from "../../_generated/dataModel";
import {
  ACKNOWLEDGE_WITHIN_MS,
  decideWithinMs,
  isUrgent,
  type CaseKind,
  type Reason,
} from "../../shared/safety";
import { isModerator } from "../accounts/standing";
import { loadBeat, loadVerse } from "../content/content";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { findProfile } from "../profiles/profiles";
import { titleOf } from "./subjects";
import { countInMonth } from "./monthCounts";

/** The subject of a case. The words of a verse have the id of the verse. */
export type CaseSubject =
  | { subjectType: "beat"; subjectId: Id<"beats"> }
  | { subjectType: "verse" | "words"; subjectId: Id<"verses"> }
  | { subjectType: "profile"; subjectId: Id<"users"> };

export type NewCase = CaseSubject & {
  kind: CaseKind;
  /** Null if the server opens the case, or someone without an account. */
  reporterId: Id<"users"> | null;
  /** Only needed if the subject no longer exists. */
  ownerId?: Id<"users">;
  reason: Reason;
  text: string;
  /** For "sameAudio", the beat or verse that had this audio first. */
  matchesId?: Id<"beats"> | Id<"verses">;
};

/**
 * Consonants that are not easily mistaken for others, and cannot form words.
 */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const NUMBER_LENGTH = 8;

/** @throws CASE_NOT_FOUND */
export async function loadCase(
  ctx: ReadCtx,
  caseId: string,
): Promise<Doc<"cases">> {
  const id = ctx.db.normalizeId("cases", caseId);
  const found = id && (await ctx.db.get("cases", id));
  if (!found) throw appError("CASE_NOT_FOUND");
  return found;
}

/**
 * Puts a case into the queue of the moderators and returns it. Its deadlines
 * count from now.
 * @throws BEAT_NOT_FOUND, VERSE_NOT_FOUND, PROFILE_MISSING if there is no such
 * subject and no `ownerId`
 */
export async function openCase(
  ctx: WriteCtx,
  { ownerId, ...fields }: NewCase,
): Promise<Doc<"cases">> {
  const createdAt = Date.now();
  const times = {
    createdAt,
    acknowledgeBy: createdAt + ACKNOWLEDGE_WITHIN_MS,
    decideBy: createdAt + decideWithinMs(fields.reason),
    acknowledgedAt: null,
  };
  const owner = ownerId ?? (await findOwner(ctx, fields));
  const isAboutModerator = await isModerator(ctx, owner);
  const caseId = await ctx.db.insert("cases", {
    ...fields,
    number: await newNumber(ctx),
    about: await titleOf(ctx, fields),
    ownerId: owner,
    ...(isAboutModerator && { isAboutModerator }),
    ...times,
    dueAt: dueAtOf(times),
    isUrgent: isUrgent(fields.reason),
    decidedAt: null,
    decisionId: null,
  });
  // Anyone can open claims; they count when a moderator decides.
  if (fields.kind !== "claim") await countInMonth(ctx, fields.kind);
  const opened = await ctx.db.get("cases", caseId);
  if (opened === null) throw new Error(`The new case ${caseId} is missing.`);
  return opened;
}

/**
 * Returns when the next step of a case is due: to acknowledge it, then to
 * decide.
 */
export const dueAtOf = ({
  acknowledgedAt,
  acknowledgeBy,
  decideBy,
}: Pick<
  Doc<"cases">,
  "acknowledgedAt" | "acknowledgeBy" | "decideBy"
>): number =>
  acknowledgedAt === null ? Math.min(acknowledgeBy, decideBy) : decideBy;

/**
 * Returns the person whose profile or work a subject is.
 * @throws BEAT_NOT_FOUND, VERSE_NOT_FOUND, PROFILE_MISSING
 */
export async function findOwner(
  ctx: ReadCtx,
  { subjectType, subjectId }: CaseSubject,
): Promise<Id<"users">> {
  switch (subjectType) {
    case "beat":
      return (await loadBeat(ctx, subjectId)).producerId;
    case "profile":
      if (await findProfile(ctx, subjectId)) return subjectId;
      throw appError("PROFILE_MISSING");
    default: {
      const { rapperId, hasWords } = await loadVerse(ctx, subjectId);
      if (subjectType === "verse" || hasWords) return rapperId;
      throw appError("WORDS_NOT_FOUND");
    }
  }
}

/** Returns a number that no other case has, such as "KTRB-WXHM". */
async function newNumber(ctx: WriteCtx): Promise<string> {
  for (;;) {
    const number = randomNumber();
    const holder = await ctx.db
      .query("cases")
      .withIndex("by_number", (q) => q.eq("number", number))
      .first();
    if (holder === null) return number;
  }
}

function randomNumber(): string {
  const values = crypto.getRandomValues(new Uint32Array(NUMBER_LENGTH));
  const letters = Array.from(values, (n) => LETTERS.charAt(n % LETTERS.length));
  const half = NUMBER_LENGTH / 2;
  return `${letters.slice(0, half).join("")}-${letters.slice(half).join("")}`;
}
