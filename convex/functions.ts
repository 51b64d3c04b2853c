import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { v } from "convex/values";
import {
  action,
  internalAction as rawInternalAction,
  internalMutation as rawInternalMutation,
  internalQuery as rawInternalQuery,
  mutation,
  query,
} from "./_generated/server";
import { loadBeat, loadVerse } from "./model/content";
import { findSignedIn, requireMember, requireSignedIn } from "./model/viewers";

/**
 * The only builders of this app; each removes one way to forget a check. They
 * sign what they build with `builtBy`, which a test looks for on every function.
 */
function signed<Builder extends (definition: never) => object>(
  builtBy: string,
  builder: Builder,
): Builder {
  const build = (definition: never) =>
    Object.assign(builder(definition), { builtBy });
  return build as Builder; // the same signature, whose overloads TypeScript cannot restate
}

/** Public content. Cannot read the identity, so one execution serves every viewer. */
export const publicQuery = signed(
  "publicQuery",
  customQuery(
    query,
    customCtx(() => ({ auth: undefined })),
  ),
);

/** What belongs to the viewer; `ctx.viewer` is null for a stranger. */
export const viewerQuery = signed(
  "viewerQuery",
  customQuery(
    query,
    customCtx(async (ctx) => ({ viewer: await findSignedIn(ctx) })),
  ),
);

/** For a stranger with a mailed code or an address; cannot read the identity. */
export const publicMutation = signed(
  "publicMutation",
  customMutation(
    mutation,
    customCtx(() => ({ auth: undefined })),
  ),
);

/** Signed in or not: `ctx.viewer` is null for a stranger. */
export const visitorMutation = signed(
  "visitorMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await findSignedIn(ctx) })),
  ),
);

/** Signed in, perhaps unconfirmed, perhaps without a profile. */
export const accountMutation = signed(
  "accountMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireSignedIn(ctx) })),
  ),
);

/** Signed in, confirmed and with a profile: everyone who may write content. */
export const memberMutation = signed(
  "memberMutation",
  customMutation(
    mutation,
    customCtx(async (ctx) => ({ viewer: await requireMember(ctx) })),
  ),
);

/** A member's act on one beat. */
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

/** A member's act on one verse. */
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

/** Has no database: whatever it does to data goes through an internal member function. */
export const publicAction = signed(
  "publicAction",
  customAction(
    action,
    customCtx(() => ({})),
  ),
);

/** A step of an action on behalf of the person who called it. */
export const internalMemberMutation = signed(
  "internalMemberMutation",
  customMutation(
    rawInternalMutation,
    customCtx(async (ctx) => ({ viewer: await requireMember(ctx) })),
  ),
);

export const internalQuery = signed("internalQuery", rawInternalQuery);
export const internalMutation = signed("internalMutation", rawInternalMutation);
export const internalAction = signed("internalAction", rawInternalAction);
