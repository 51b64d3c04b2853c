import { v } from "convex/values";
import { internal } from "./_generated/api";
import {
  beatMutation,
  defenceMutation,
  httpAction,
  internalMutation,
  memberMutation,
  publicQuery,
  viewerQuery,
} from "./functions";
import { requireAct } from "./model/accounts/requireAct";
import { isModerator } from "./model/accounts/standing";
import * as CypherPages from "./model/content/cypherPages";
import * as Cyphers from "./model/cyphers/cyphers";
import { resumeLost } from "./model/cyphers/lost";
import * as Mic from "./model/cyphers/mic";
import * as Opening from "./model/cyphers/opening";
import { stopMicMails } from "./model/cyphers/micMails";
import * as Rooms from "./model/cyphers/rooms";
import { answerStop } from "./model/listen/stopMails";
import { targetOf } from "./model/content/content";
import { setting } from "./model/setting";
import { languageValidator } from "./shared/validators";
import {
  enforceLimit,
  enforceMemberLimit,
} from "./model/rateLimits/rateLimits";
import {
  cypherBarsValidator,
  cyphersOnBeatValidator,
  cypherValidator,
  GOING,
  goingStatusValidator,
  micMailValidator,
  newestCypherValidator,
  ownCypherValidator,
  paceValidator,
  turnValidator,
} from "./shared/cyphers";

const turnFields = turnValidator.fields;

/**
 * Returns a cypher with its verses, "gone" if it was removed with its beat, and
 * null if there is none. Open to everyone.
 */
export const get = publicQuery({
  args: { cypherId: v.string() },
  returns: v.union(cypherValidator, v.literal("gone"), v.null()),
  handler: async (ctx, { cypherId }) =>
    CypherPages.findCypherPage(ctx, cypherId),
});

/**
 * Returns what the viewer can do in a cypher. Null when signed out, for people
 * who cannot write yet, and if there is no such cypher.
 */
export const mine = viewerQuery({
  args: { cypherId: v.string() },
  returns: v.union(ownCypherValidator, v.null()),
  handler: async (ctx, { cypherId }) =>
    ctx.viewer && Cyphers.ownCypher(ctx, ctx.viewer, cypherId),
});

/**
 * Returns the cypher that is going on a beat, and the last ten that have ended.
 * Open to everyone.
 */
export const onBeat = publicQuery({
  args: { beatId: v.string() },
  returns: cyphersOnBeatValidator,
  handler: async (ctx, { beatId }) => CypherPages.cyphersOn(ctx, beatId),
});

/**
 * Returns the cypher that is most worth a visit: a live one, else the newest
 * with a free mic, else the next announced one, else the newest. Null if none
 * is going. Open to everyone.
 */
export const newest = publicQuery({
  args: {},
  returns: v.union(newestCypherValidator, v.null()),
  handler: async (ctx) => CypherPages.newestCypher(ctx),
});

/**
 * Starts a cypher on a beat, or announces a live one, and returns its id. For
 * everyone who may record there, and for the producer of the beat.
 * @throws CANNOT_OPEN_CYPHER, CYPHER_EXISTS, CYPHERS_TOO_MANY, CYPHER_NO_ROOM,
 * CYPHER_TIME, BEAT_FILE_MISSING, APART, RATE_LIMITED, and the codes of `beatMutation`
 */
export const open = beatMutation({
  args: {
    bars: cypherBarsValidator,
    pace: v.optional(paceValidator), // older pages leave it out, and mean a slow cypher
    startsAt: v.optional(v.number()), // unset: now
  },
  returns: v.id("cyphers"),
  handler: async (ctx, { bars, pace = "slow", startsAt = null }) => {
    const { ownerId: beatProducerId } = targetOf(ctx.beat);
    const target = { ownerId: ctx.viewer.userId, beatProducerId };
    requireAct(ctx.viewer, "cypher:open", target);
    await enforceMemberLimit(ctx, "cypher", ctx.viewer);
    const choice = { bars, pace, startsAt };
    return Opening.openCypher(ctx, ctx.viewer, ctx.beat, choice);
  },
});

/**
 * Ends a cypher: at once if the mic is free, else after the present turn. For
 * the person who started it, the producer of the beat, and moderators.
 * @throws CANNOT_END_CYPHER, CYPHER_OVER, RATE_LIMITED, and the codes of
 * `memberMutation`
 */
export const end = memberMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    await enforceLimit(ctx, "edit", ctx.viewer.userId);
    const found = await Cyphers.loadGoing(ctx, cypherId);
    const target = Cyphers.targetOfCypher(found.cypher, found.beat);
    if (!(await isModerator(ctx, ctx.viewer.userId)))
      requireAct(ctx.viewer, "cypher:end", target);
    await Cyphers.endFor(ctx, ctx.viewer, found);
    return null;
  },
});

/**
 * Takes the free mic of a slow cypher for six hours. Only members who rap may
 * call it. Does nothing if the caller has the mic already.
 * @throws ONLY_RAPPERS_RECORD, CYPHER_OVER, MIC_TAKEN, MIC_TWICE, MIC_OTHER,
 * MIC_MISSED, VERSE_LIMIT_REACHED, APART, RATE_LIMITED, and the codes of
 * `memberMutation`
 */
export const take = memberMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    requireAct(ctx.viewer, "mic:take");
    await enforceLimit(ctx, "mic", ctx.viewer.userId);
    await Cyphers.takeMic(ctx, ctx.viewer, cypherId);
    return null;
  },
});

/**
 * Puts the mic down, even while suspended. Does nothing if the turn is over or
 * belongs to somebody else.
 * @throws RATE_LIMITED, and the codes of `defenceMutation`
 */
export const pass = defenceMutation({
  args: turnFields,
  returns: v.null(),
  handler: async (ctx, turn) => {
    await enforceLimit(ctx, "mic", ctx.viewer.userId);
    await Cyphers.passMic(ctx, ctx.viewer, turn);
    return null;
  },
});

/**
 * Puts the viewer in the line of a live cypher, or takes them out. The free mic
 * goes to the first in line who is in the room. Suspended people can only get
 * out, and only members who rap get in.
 * @throws ONLY_RAPPERS_RECORD, SUSPENDED, CYPHER_OVER, MIC_MISSED, LINE_FULL,
 * APART, RATE_LIMITED, and the codes of `defenceMutation`
 */
export const setLine = defenceMutation({
  args: { cypherId: v.id("cyphers"), isInLine: v.boolean() },
  returns: v.null(),
  handler: async (ctx, place) => {
    if (place.isInLine) requireAct(ctx.viewer, "mic:take");
    await enforceLimit(ctx, "mic", ctx.viewer.userId);
    await Cyphers.setLine(ctx, ctx.viewer, place);
    return null;
  },
});

/**
 * Sets whether the viewer is told, once, when the mic is free or an announced
 * cypher starts. With `isMailed`, a mail tells of the free mic too.
 * @throws CYPHER_OVER, WISHES_FULL, RATE_LIMITED, and the codes of
 *   `memberMutation`
 */
export const watch = memberMutation({
  args: {
    cypherId: v.id("cyphers"),
    isWaiting: v.boolean(),
    isMailed: v.optional(v.boolean()), // by mail too; older pages leave it out
  },
  returns: v.null(),
  handler: async (ctx, { isMailed = false, ...args }) => {
    await enforceLimit(ctx, "mic", ctx.viewer.userId);
    const wait = { ...args, isMailed: isMailed && args.isWaiting };
    await Cyphers.setWait(ctx, ctx.viewer, wait);
    return null;
  },
});

/** Answers GET and POST /unsubscribe/…, the link in mails about mics. */
export const unsubscribe = httpAction((ctx, request) =>
  answerStop(request, setting("JWT_PRIVATE_KEY"), (userId) =>
    ctx.runMutation(internal.cyphers.stopMails, { userId }),
  ),
);

/** Turns mails about mics off for the person whose mail had the link. */
export const stopMails = internalMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await stopMicMails(ctx, userId);
    return null;
  },
});

/** Returns whom to mail about a free mic or a start, or null. */
export const micMail = internalMutation({
  args: micMailValidator,
  returns: v.union(
    v.object({
      email: v.string(),
      username: v.string(),
      language: languageValidator,
      title: v.string(), // title of the beat
      startsAt: v.union(v.number(), v.null()), // null if the mic is free
    }),
    v.null(),
  ),
  handler: async (ctx, asked) => Cyphers.findMicMail(ctx, asked),
});

/**
 * Notes that the take of the viewer's turn is arriving, so the turn may last
 * beyond its time. Returns whether the viewer still has the turn.
 * @throws RATE_LIMITED, and the codes of `memberMutation`
 */
export const sending = memberMutation({
  args: turnFields,
  returns: v.boolean(),
  handler: async (ctx, turn) => {
    await enforceLimit(ctx, "piece", ctx.viewer.userId);
    return Mic.noteSending(ctx, ctx.viewer.userId, turn);
  },
});

/** Ends a turn whose time is up. */
export const timeUp = internalMutation({
  args: { ...turnFields, plannedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Mic.timeUp(ctx, args);
    return null;
  },
});

/** Ends a live turn whose holder is not in the room. */
export const noShow = internalMutation({
  args: { ...turnFields, plannedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Mic.noShow(ctx, args);
    return null;
  },
});

/** Opens an announced cypher. */
export const openAt = internalMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    await Opening.openNow(ctx, cypherId);
    return null;
  },
});

/**
 * Tells the people in line that an announced cypher starts soon, then the
 * people who asked, and plans the start.
 */
export const remind = internalMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    await Opening.remindLine(ctx, cypherId);
    await Opening.planOpening(ctx, cypherId);
    await ctx.scheduler.runAfter(0, internal.cyphers.remindMore, { cypherId });
    return null;
  },
});

/**
 * Tells a batch of the people who asked that an announced cypher starts soon.
 */
export const remindMore = internalMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    const { hasMore } = await Opening.tellStart(ctx, cypherId);
    const { remindMore: again } = internal.cyphers;
    if (hasMore) await ctx.scheduler.runAfter(0, again, { cypherId });
    return null;
  },
});

/**
 * Ends turns whose job is lost, in batches, and then restarts other cyphers
 * whose job is lost. Run by a cron job.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { sweep: again, resume: go } = internal.cyphers;
    if (await Mic.endLost(ctx)) await ctx.scheduler.runAfter(0, again, {});
    for (const status of GOING)
      await ctx.scheduler.runAfter(0, go, { status, cursor: null });
    await Rooms.closeLost(ctx);
    return null;
  },
});

/** Restarts cyphers whose job is lost, in batches. */
export const resume = internalMutation({
  args: {
    status: goingStatusValidator,
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { status, cursor: from }) => {
    const cursor = await resumeLost(ctx, status, from);
    const { resume: again } = internal.cyphers;
    if (cursor !== null)
      await ctx.scheduler.runAfter(0, again, { status, cursor });
    return null;
  },
});

/** Ends a cypher if nobody has taken its mic since the given turn. */
export const idle = internalMutation({
  // Jobs that an older version planned do not say when they were due.
  args: { ...turnFields, plannedAt: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, turn) => {
    await Cyphers.endIfIdle(ctx, turn);
    return null;
  },
});

/** Tells a batch of the people who asked that the mic is free. */
export const freed = internalMutation({
  args: turnFields,
  returns: v.null(),
  handler: async (ctx, turn) => {
    const { hasMore } = await Cyphers.tellFreed(ctx, turn);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.cyphers.freed, turn);
    return null;
  },
});
