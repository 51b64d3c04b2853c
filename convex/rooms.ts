import { v } from "convex/values";
import { internal } from "./_generated/api";
import {
  defenceMutation,
  internalAction,
  internalMutation,
  internalQuery,
  publicMutation,
  publicQuery,
} from "./functions";
import { endLease } from "./model/cyphers/leases";
import { settle } from "./model/cyphers/mic";
import * as Rooms from "./model/cyphers/rooms";
import { enforceLimit } from "./model/rateLimits/rateLimits";
import { presenceValidator, roomValidator } from "./shared/rooms";

/** Returns who is in the room of a cypher, at the last count. Open to everyone. */
export const get = publicQuery({
  args: { cypherId: v.string() },
  returns: roomValidator,
  handler: async (ctx, { cypherId }) => Rooms.findPeopleIn(ctx, cypherId),
});

/**
 * Keeps a tab of the viewer in the room of a live cypher for a while, and
 * returns when to call again. Gives a free mic to a person who comes back to
 * their place in line. Suspended people may call it too, because they may
 * listen.
 * @throws CYPHER_OVER, RATE_LIMITED, and the codes of `defenceMutation`
 */
export const here = defenceMutation({
  args: { cypherId: v.id("cyphers"), sessionId: v.string() },
  returns: presenceValidator,
  handler: async (ctx, { cypherId, sessionId }) => {
    const { userId } = ctx.viewer;
    await enforceLimit(ctx, "here", userId);
    const who = { cypherId, userId };
    const { isBackInLine, ...lease } = await Rooms.enterRoom(
      ctx,
      who,
      sessionId,
    );
    if (isBackInLine) await settle(ctx, cypherId);
    return { ...lease, now: Date.now() };
  },
});

/** Ends the stay of the tab with this secret. A page that closes sends it. */
export const leave = publicMutation({
  args: { sessionToken: v.string() },
  returns: v.null(),
  handler: async (ctx, { sessionToken }) => {
    await endLease(ctx, sessionToken);
    return null;
  },
});

const chainFields = { cypherId: v.id("cyphers"), chain: v.number() };

const countedFields = {
  here: v.number(),
  people: v.array(v.id("users")),
  awayIds: v.array(v.id("users")),
  goneIds: v.array(v.id("roomLeases")),
};

/**
 * Counts a room. This is an action, because each heartbeat of a tab would
 * conflict with a mutation that reads all leases.
 */
export const count = internalAction({
  args: chainFields,
  returns: v.null(),
  handler: async (ctx, chain) => {
    const look = { cypherId: chain.cypherId, now: Date.now() };
    const counted = await ctx.runQuery(internal.rooms.look, look);
    await ctx.runMutation(internal.rooms.note, { ...chain, ...counted });
    return null;
  },
});

/** Returns who is in a room now. */
export const look = internalQuery({
  args: { cypherId: v.id("cyphers"), now: v.number() },
  returns: v.object(countedFields),
  handler: async (ctx, { cypherId, now }) => Rooms.lookInto(ctx, cypherId, now),
});

/** Stores the result of a count, and plans the next count. */
export const note = internalMutation({
  args: { ...chainFields, ...countedFields },
  returns: v.null(),
  handler: async (ctx, { cypherId, chain, ...counted }) => {
    await Rooms.noteCount(ctx, { cypherId, chain }, counted);
    return null;
  },
});

/** Deletes the room of a cypher that is over. */
export const close = internalMutation({
  args: { cypherId: v.id("cyphers") },
  returns: v.null(),
  handler: async (ctx, { cypherId }) => {
    if (await Rooms.removeRoom(ctx, cypherId))
      await ctx.scheduler.runAfter(0, internal.rooms.close, { cypherId });
    return null;
  },
});
