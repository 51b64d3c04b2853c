import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { v } from "convex/values";
import {
  action as rawAction,
  httpAction as rawHttpAction,
  internalAction as rawInternalAction,
  internalMutation as rawInternalMutation,
  internalQuery as rawInternalQuery,
  mutation as rawMutation,
  query as rawQuery,
} from "./_generated/server";
import { bounded } from "./inputBounds";
import { loadBeat, loadVerse } from "./model/content/content";
import {
  findSignedIn,
  requireConfirmed,
  requireMember,
  requireModerator,
  requireOwner,
  requireSignedIn,
} from "./model/accounts/viewers";

/**
 * The function builders of this app. Nothing else may import the raw builders,
 * so no function can forget a check: each builder loads and verifies the caller
 * it is named for, and the public ones refuse oversized arguments with
 * INPUT_TOO_LARGE.
 *
 * Each builder marks its functions with `builtBy`. functions.test.ts fails for
 * a function without the mark, and for a public function that is missing from
 * its list.
 */
function signed<Builder extends (definition: never) => object>(
  builtBy: string,
  builder: Builder,
): Builder {
  const build = (definition: never) =>
    Object.assign(builder(definition), { builtBy });
  return build as Builder; // the same signature; TypeScript cannot restate its overloads
}

const query = bounded(rawQuery);
const mutation = bounded(rawMutation);
const action = bounded(rawAction);

/**
 * Query for public content. It cannot read the caller's identity, so one cached
 * result serves every viewer.
 */
export const publicQuery = signed(
  "publicQuery",
  customQuery(
    query,
    customCtx(() => ({ auth: undefined })),
  ),
);

/** Query for the viewer's own data. `ctx.viewer` is null when signed out. */
export const viewerQuery = signed(
  "viewerQuery",
  customQuery(
    query,
    customCtx(async (ctx) => ({ viewer: await findSignedIn(ctx) })),
  ),
);

/**
 * Mutation for anyone, such as a person with a mailed code. It cannot read the
 * caller's identity.
 */
export const publicMutation = signed(
  "publicMutation",
  customMutation(
    mutation,
    customCtx(() => ({ auth: undefined })),
  ),
);

/** Mutation for anyone; `ctx.viewer` is null when signed out. */
export const visitorMutation = signed(
  "visitorMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await findSignedIn(ctx) })),
  ),
);

/**
 * Mutation for a signed-in person, who may still be unconfirmed or lack a
 * profile.
 * @throws NOT_SIGNED_IN
 */
export const accountMutation = signed(
  "accountMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireSignedIn(ctx) })),
  ),
);

/**
 * Mutation for a member: signed in, with a confirmed address and a profile,
 * and not suspended. Check roles and ownership with `requireAct`.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED, SUSPENDED
 */
export const memberMutation = signed(
  "memberMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireMember(ctx) })),
  ),
);

/**
 * Mutation for a person with a confirmed address and a profile, who may be
 * suspended. For acts that suspended people need, such as appeals.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED
 */
export const defenceMutation = signed(
  "defenceMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireConfirmed(ctx) })),
  ),
);

/**
 * Query for moderators.
 * @throws NOT_A_MODERATOR, and the codes of `memberMutation`
 */
export const moderatorQuery = signed(
  "moderatorQuery",
  customQuery(
    query,
    customCtx(async (ctx) => ({ viewer: await requireModerator(ctx) })),
  ),
);

/**
 * Mutation for moderators. The handler still has to check that the case does
 * not concern the moderator.
 * @throws NOT_A_MODERATOR, and the codes of `memberMutation`
 */
export const moderatorMutation = signed(
  "moderatorMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireModerator(ctx) })),
  ),
);

/**
 * Member mutation on one beat: takes `beatId` and provides `ctx.beat`. The
 * handler still has to check that the member may change this beat.
 * @throws BEAT_NOT_FOUND, and the codes of `memberMutation`
 */
export const beatMutation = signed(
  "beatMutation",
  customMutation(mutation, {
    args: { beatId: v.id("beats") },
    input: async (ctx, { beatId }) => {
      const viewer = await requireMember(ctx);
      return { ctx: { viewer, beat: await loadBeat(ctx, beatId) }, args: {} };
    },
  }),
);

/**
 * Member mutation on one verse: takes `verseId` and provides `ctx.verse`. The
 * handler still has to check that the member may change this verse.
 * @throws VERSE_NOT_FOUND, and the codes of `memberMutation`
 */
export const verseMutation = signed(
  "verseMutation",
  customMutation(mutation, {
    args: { verseId: v.id("verses") },
    input: async (ctx, { verseId }) => {
      const viewer = await requireMember(ctx);
      const verse = await loadVerse(ctx, verseId);
      return { ctx: { viewer, verse }, args: {} };
    },
  }),
);

/**
 * Like `beatMutation`, but the person may be suspended. It is for deleting
 * one's own content: the handler has to call `requireAct`, which refuses other
 * acts during a suspension.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED, BEAT_NOT_FOUND
 */
export const ownBeatMutation = signed(
  "ownBeatMutation",
  customMutation(mutation, {
    args: { beatId: v.id("beats") },
    input: async (ctx, { beatId }) => {
      const viewer = await requireOwner(ctx);
      return { ctx: { viewer, beat: await loadBeat(ctx, beatId) }, args: {} };
    },
  }),
);

/**
 * Like `verseMutation`, but the person may be suspended, as with
 * `ownBeatMutation`.
 * @throws NOT_SIGNED_IN, PROFILE_MISSING, EMAIL_NOT_CONFIRMED, VERSE_NOT_FOUND
 */
export const ownVerseMutation = signed(
  "ownVerseMutation",
  customMutation(mutation, {
    args: { verseId: v.id("verses") },
    input: async (ctx, { verseId }) => {
      const viewer = await requireOwner(ctx);
      const verse = await loadVerse(ctx, verseId);
      return { ctx: { viewer, verse }, args: {} };
    },
  }),
);

/**
 * Action for anyone. It has no database access and does not check the caller;
 * the `internalMemberMutation`s it runs do.
 */
export const publicAction = signed(
  "publicAction",
  customAction(
    action,
    customCtx(() => ({})),
  ),
);

/**
 * Internal mutation that an action runs on behalf of its caller, who must be a
 * member.
 * @throws the codes of `memberMutation`
 */
export const internalMemberMutation = signed(
  "internalMemberMutation",
  customMutation(
    rawInternalMutation,
    customCtx(async (ctx) => ({ viewer: await requireMember(ctx) })),
  ),
);

/**
 * Internal mutation that an action runs on behalf of its caller, who must be
 * signed in.
 * @throws NOT_SIGNED_IN
 */
export const internalAccountMutation = signed(
  "internalAccountMutation",
  customMutation(
    rawInternalMutation,
    customCtx(async (ctx) => ({ viewer: await requireSignedIn(ctx) })),
  ),
);

/**
 * Internal mutation that an action runs on behalf of its caller. `ctx.viewer` is
 * null when signed out.
 */
export const internalVisitorMutation = signed(
  "internalVisitorMutation",
  customMutation(
    rawInternalMutation,
    customCtx(async (ctx) => ({ viewer: await findSignedIn(ctx) })),
  ),
);

export const internalQuery = signed("internalQuery", rawInternalQuery);
export const internalMutation = signed("internalMutation", rawInternalMutation);
export const internalAction = signed("internalAction", rawInternalAction);

/**
 * Answers an HTTP request of anyone. It has no database access; the internal
 * functions it runs read and check what it needs.
 */
export const httpAction = rawHttpAction;
