/**
 * The public pages: everything that a shared link or a crawler can open without
 * an account. They are HTTP actions, so they are the same on every host of the
 * app.
 */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { httpAction, internalQuery } from "./functions";
import type { ActionCtx } from "./_generated/server";
import { answerPreview } from "./model/content/answerPreview";
import { findArtist } from "./model/listen/findArtist";
import { findListenCypher } from "./model/listen/findListenCypher";
import { findListenContent } from "./model/listen/findListenContent";
import {
  answerPage,
  answerRobots,
  answerSiteMap,
} from "./model/listen/answers";
import { countSiteMaps, readSiteMap } from "./model/listen/siteMap";
import {
  foundContentValidator,
  foundCypherValidator,
  listenArtistValidator,
  siteMapPageValidator,
} from "./shared/listenValidators";
import { contentTypeValidator } from "./shared/validators";

/** Answers GET /listen/… with a page. */
export const page = httpAction((ctx, request) =>
  answerPage(request, {
    findListenContent: (wanted) =>
      ctx.runQuery(internal.listen.content, wanted),
    findListenCypher: (cypherId) =>
      ctx.runQuery(internal.listen.cypher, { cypherId }),
    findArtist: (name) => ctx.runQuery(internal.listen.artist, { name }),
    // The type of the builder's context leaves out the data model.
    answerPicture: (wanted) => answerPreview(ctx as ActionCtx, request, wanted),
  }),
);

/** Answers GET /sitemap.xml and /sitemaps/…. */
export const siteMap = httpAction((ctx, request) =>
  answerSiteMap(request, {
    count: () => ctx.runQuery(internal.listen.siteMapCounts, {}),
    read: (wanted) => ctx.runQuery(internal.listen.siteMapPage, wanted),
  }),
);

/** Answers GET /robots.txt. */
export const robots = httpAction(async (_ctx, request) =>
  answerRobots(request),
);

export const content = internalQuery({
  args: { contentType: contentTypeValidator, contentId: v.string() },
  returns: foundContentValidator,
  handler: async (ctx, wanted) => findListenContent(ctx, wanted),
});

export const cypher = internalQuery({
  args: { cypherId: v.string() },
  returns: foundCypherValidator,
  handler: async (ctx, { cypherId }) => findListenCypher(ctx, cypherId),
});

export const artist = internalQuery({
  args: { name: v.string() },
  returns: v.union(listenArtistValidator, v.null()),
  handler: async (ctx, { name }) => findArtist(ctx, name),
});

export const siteMapCounts = internalQuery({
  args: {},
  returns: v.object({ beat: v.number(), verse: v.number() }),
  handler: async (ctx) => countSiteMaps(ctx),
});

export const siteMapPage = internalQuery({
  args: { contentType: contentTypeValidator, page: v.number() },
  returns: siteMapPageValidator,
  handler: async (ctx, wanted) => readSiteMap(ctx, wanted),
});
