/**
 * Internal functions that fill and read the queue of the moderators for the
 * queue study. They are deployed with a copy of the app and never with the app
 * itself. The readings call the app's own model, and count the documents that
 * it gets from the database.
 */
import { v } from "convex/values";
import type { Id } from "../../../../convex/_generated/dataModel";
import { internalMutation, internalQuery } from "../../../../convex/functions";
import type { Member } from "../../../../convex/model/accounts/viewers";
import type { ReadCtx } from "../../../../convex/model/contexts";
import { loadCaseDetails } from "../../../../convex/model/moderation/caseDetails";
import { listDecisionsAbout } from "../../../../convex/model/moderation/decisions";
import { listNotices } from "../../../../convex/model/moderation/notices";
import { loadQueue } from "../../../../convex/model/moderation/queue";
import {
  createProfile,
  findProfile,
} from "../../../../convex/model/profiles/profiles";
import { listMonths } from "../../../../convex/model/cases/monthCounts";
import { listReports } from "../../../../convex/model/safety/reports";

const HOUR_MS = 3_600_000;
/** As many as the screen of a case asks for. */
const SHOWN_DECISIONS = 10;

export const addPeople = internalMutation({
  args: { count: v.number() },
  returns: v.array(v.id("users")),
  handler: async (ctx, { count }) => {
    const userIds: Id<"users">[] = [];
    for (let i = 0; i < count; i++) {
      const email = `person${i}@example.org`;
      const userId = await ctx.db.insert("users", { email });
      const profile = { username: `person${i}`, role: "rapper" as const };
      const rest = { state: "Kerala", instagram: "", youtube: "" };
      await createProfile(ctx, userId, { ...profile, ...rest });
      userIds.push(userId);
    }
    return userIds;
  },
});

/**
 * Adds cases: one in ten is open, and one in ten of those is urgent. The first person owns half of them and has
 * made half of them, so that their lists grow with the deployment. Each decided
 * case has a row in the log, and a notice.
 */
export const addCases = internalMutation({
  args: {
    from: v.number(),
    to: v.number(),
    userIds: v.array(v.id("users")),
    moderatorId: v.id("users"),
  },
  returns: v.null(),
  handler: async (ctx, { from, to, userIds, moderatorId }) => {
    const personAt = (i: number) =>
      userIds[i % 2 === 0 ? 0 : i % userIds.length] ?? moderatorId;
    for (let i = from; i < to; i++) {
      const [ownerId, reporterId] = [personAt(i), personAt(i + 1)];
      const isOpen = i % 10 === 0;
      const isUrgent = i % 100 === 0;
      const createdAt = 1_700_000_000_000 + i * 1_000;
      const item = { subjectType: "profile", subjectId: ownerId } as const;
      const caseId = await ctx.db.insert("cases", {
        ...item,
        number: `SEED-${i}`,
        kind: "report",
        reporterId,
        ownerId,
        reason: isUrgent ? "child" : "spam",
        isUrgent,
        text: "The same link again.",
        createdAt,
        acknowledgeBy: createdAt + 24 * HOUR_MS,
        decideBy: createdAt + (isUrgent ? 24 : 72) * HOUR_MS,
        acknowledgedAt: null,
        dueAt: createdAt + 24 * HOUR_MS,
        decidedAt: isOpen ? null : createdAt + HOUR_MS,
        decisionId: null,
      });
      if (isOpen) continue;
      const decisionId = await ctx.db.insert("decisions", {
        ...item,
        moderatorId,
        caseId,
        ownerId,
        about: "person",
        decision: "warn",
        suspendedUntil: null,
        grounds: "spam",
        reason: "Once is enough.",
        createdAt: createdAt + HOUR_MS,
      });
      await ctx.db.patch("cases", caseId, { decisionId });
      await ctx.db.insert("notices", {
        userId: ownerId,
        caseId,
        decisionId,
        createdAt,
        readAt: null,
      });
    }
    return null;
  },
});

/** Returns the open report that is due first. */
export const openCase = internalQuery({
  args: {},
  returns: v.id("cases"),
  handler: async (ctx) => {
    const found = await ctx.db
      .query("cases")
      .withIndex("by_decidedAt_and_kind_and_isAboutModerator_and_dueAt", (q) =>
        q.eq("decidedAt", null).eq("kind", "report"),
      )
      .first();
    if (found === null) throw new Error("There is no open case.");
    return found._id;
  },
});

/** Runs one reading and returns how many documents it got. */
export const read = internalQuery({
  args: {
    what: v.union(
      v.literal("nothing"),
      v.literal("queue"),
      v.literal("case"),
      v.literal("log"),
      v.literal("reports"),
      v.literal("notices"),
      v.literal("months"),
    ),
    moderatorId: v.id("users"),
    personId: v.id("users"),
    caseId: v.id("cases"),
  },
  returns: v.number(),
  handler: async (ctx, { what, moderatorId, personId, caseId }) => {
    const counted = countReads(ctx);
    const moderator = async () => {
      const profile = await findProfile(ctx, moderatorId);
      return { userId: moderatorId, profile } as Member; // all that the model reads of it
    };
    if (what === "queue") await loadQueue(counted.ctx, await moderator());
    if (what === "case")
      await loadCaseDetails(counted.ctx, await moderator(), caseId);
    if (what === "log")
      await listDecisionsAbout(counted.ctx, personId, SHOWN_DECISIONS);
    if (what === "reports") await listReports(counted.ctx, personId);
    if (what === "notices") await listNotices(counted.ctx, personId);
    if (what === "months") await listMonths(counted.ctx);
    return counted.documents();
  },
});

/** A loop over a query calls `next` for each document. */
const READS = new Set(["get", "take", "first", "unique", "collect", "next"]);

/** Counts the documents that reads through this context return. */
function countReads<Ctx extends ReadCtx>(ctx: Ctx) {
  let documents = 0;
  const count = (result: unknown) => {
    documents += sizeOf(result);
    return result;
  };
  const watch = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, args);
          if (READS.has(String(name)))
            return (result as Promise<unknown>).then(count); // each of these returns a promise
          return typeof result === "object" && result !== null
            ? watch(result)
            : result;
        };
      },
    });
  return { ctx: { ...ctx, db: watch(ctx.db) }, documents: () => documents };
}

function sizeOf(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  if (typeof result !== "object" || result === null) return 0;
  return "done" in result && result.done === true ? 0 : 1;
}
