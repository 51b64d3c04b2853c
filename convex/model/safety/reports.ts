import type { Doc, Id } from "../../_generated/dataModel";
import { cleanParagraphs } from "../../shared/plainText";
import {
  checkReport,
  type Decision,
  type OwnReport,
  type Reason,
  type ReportStatus,
  type SubjectType,
} from "../../shared/safety";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, refuse } from "../errors";
import { findProfile } from "../profiles/profiles";
import type { Member } from "../accounts/viewers";
import { enforceMemberLimit } from "../rateLimits/rateLimits";
import { findOwner, openCase, type CaseSubject } from "../cases/cases";

/**
 * The number of their own reports that a person sees. Honest people make far
 * fewer.
 */
const MOST_SHOWN = 50;
/** A verse and its words share an id, and a claim or an appeal may be open. */
const MOST_OPEN_CASES = 8;

export type ReportedSubject = CaseSubject & { ownerId: Id<"users"> };

/**
 * Finds what a report is about.
 * @throws BEAT_NOT_FOUND, VERSE_NOT_FOUND, PROFILE_MISSING
 */
export async function findSubject(
  ctx: ReadCtx,
  subjectType: SubjectType,
  id: string,
): Promise<ReportedSubject> {
  const subject = subjectOf(ctx, subjectType, id);
  return { ...subject, ownerId: await findOwner(ctx, subject) };
}

function subjectOf(
  ctx: ReadCtx,
  subjectType: SubjectType,
  id: string,
): CaseSubject {
  switch (subjectType) {
    case "beat": {
      const subjectId = ctx.db.normalizeId("beats", id);
      if (subjectId === null) throw appError("BEAT_NOT_FOUND");
      return { subjectType, subjectId };
    }
    case "profile": {
      const subjectId = ctx.db.normalizeId("users", id);
      if (subjectId === null) throw appError("PROFILE_MISSING");
      return { subjectType, subjectId };
    }
    default: {
      const subjectId = ctx.db.normalizeId("verses", id);
      if (subjectId === null) throw appError("VERSE_NOT_FOUND");
      return { subjectType, subjectId };
    }
  }
}

/**
 * Puts a report into the queue of the moderators and returns its number.
 * @throws RATE_LIMITED, REPORT_EXISTS if the person's last report about this is
 * still open, and the codes of `checkReport`
 */
export async function createReport(
  ctx: WriteCtx,
  viewer: Pick<Member, "userId" | "joinedAt">,
  report: ReportedSubject & { reason: Reason; text: string },
): Promise<string> {
  const text = cleanParagraphs(report.text);
  refuse(checkReport(report.reason, text));
  await enforceMemberLimit(ctx, "report", viewer);
  const reporterId = viewer.userId;
  if (await hasOpenReport(ctx, reporterId, report)) {
    throw appError("REPORT_EXISTS");
  }
  const opened = { ...report, kind: "report", reporterId, text } as const;
  return (await openCase(ctx, opened)).number;
}

async function hasOpenReport(
  ctx: ReadCtx,
  reporterId: Id<"users">,
  { subjectType, subjectId }: CaseSubject,
): Promise<boolean> {
  const open = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_subjectId_and_decidedAt", (q) =>
      q
        .eq("reporterId", reporterId)
        .eq("subjectId", subjectId)
        .eq("decidedAt", null),
    )
    .take(MOST_OPEN_CASES);
  return open.some(
    (one) => one.kind === "report" && one.subjectType === subjectType,
  );
}

/** Returns a person's latest reports, newest first. */
export async function listReports(
  ctx: ReadCtx,
  reporterId: Id<"users">,
): Promise<OwnReport[]> {
  const cases = await ctx.db
    .query("cases")
    .withIndex("by_reporterId_and_createdAt", (q) =>
      q.eq("reporterId", reporterId),
    )
    .order("desc")
    .take(MOST_SHOWN);
  const reports = cases.filter(({ kind }) => kind === "report");
  return Promise.all(reports.map((one) => ownReport(ctx, one)));
}

/** Leaves out everything about the moderators and their work. */
async function ownReport(
  ctx: ReadCtx,
  report: Doc<"cases">,
): Promise<OwnReport> {
  const { number, subjectType, subjectId, reason, text, createdAt } = report;
  return {
    ...{ number, subjectType, subjectId, reason, text, createdAt },
    subject: await describe(ctx, report),
    status: statusOf(report),
    decision: await decisionOn(ctx, report),
  };
}

function statusOf({ acknowledgedAt, decidedAt }: Doc<"cases">): ReportStatus {
  if (decidedAt !== null) return "decided";
  return acknowledgedAt === null ? "received" : "seen";
}

async function decisionOn(
  ctx: ReadCtx,
  { decisionId }: Doc<"cases">,
): Promise<Decision | null> {
  const made = decisionId && (await ctx.db.get("decisions", decisionId));
  return made?.decision ?? null;
}

async function describe(
  ctx: ReadCtx,
  { subjectType, subjectId, ownerId }: Doc<"cases">,
): Promise<OwnReport["subject"]> {
  const profile = await findProfile(ctx, ownerId);
  if (profile === null) return null;
  const { username } = profile;
  if (subjectType === "profile") return { username, beat: null };
  const beat = await findTitledBeat(ctx, subjectId);
  return beat && { username, beat };
}

/** Returns the beat with this id, or the beat of the verse with this id. */
async function findTitledBeat(ctx: ReadCtx, id: Doc<"cases">["subjectId"]) {
  const beatId = ctx.db.normalizeId("beats", id);
  const beat = beatId && (await ctx.db.get("beats", beatId));
  if (beat) return { id: beat._id, title: beat.title };
  const verseId = ctx.db.normalizeId("verses", id);
  const verse = verseId && (await ctx.db.get("verses", verseId));
  return verse && { id: verse.beatId, title: verse.beat.title };
}
