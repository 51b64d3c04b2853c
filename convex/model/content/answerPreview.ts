import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { ContentRef } from "./content";
import type { FoundPreview } from "./previews";

/**
 * Most chat apps keep link previews for a day anyway; with an hour, a new name
 * shows soon enough.
 */
const CACHE = "public, max-age=3600";

/**
 * How long a request waits for its turn, or for a picture that another request
 * draws. Chat apps do not wait much longer either.
 */
const WAIT_MS = 3_000;
const POLL_MS = 250;

/** Longer than every id. */
const LONGEST_ID = 64;

/**
 * Answers a GET request for the picture of a beat or verse with a PNG. Draws
 * the picture if none with the present names is stored. Answers 404 if there is
 * no such beat or verse. Returns null if the picture cannot be drawn now.
 */
export async function answerPreview(
  ctx: ActionCtx,
  request: Request,
  content: ContentRef,
): Promise<Response | null> {
  if (content.contentId.length > LONGEST_ID) return missing();
  const found = await findOrDraw(ctx, content);
  if (found.status === "missing") return missing();
  if (found.status !== "stored") return null;
  const etag = `"${found.version}"`;
  const headers = { ETag: etag, "Cache-Control": CACHE };
  if (request.headers.get("If-None-Match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const picture = await ctx.storage.get(found.storageId);
  if (picture === null) return null; // replaced a moment ago
  return new Response(picture, {
    headers: {
      ...headers,
      "Content-Type": "image/png",
      "Content-Length": String(picture.size),
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function findOrDraw(
  ctx: ActionCtx,
  content: ContentRef,
): Promise<FoundPreview> {
  const endsAt = Date.now() + WAIT_MS;
  for (;;) {
    const found: FoundPreview = await ctx.runQuery(
      internal.previews.find,
      content,
    );
    if (found.status === "missing" || found.status === "stored") return found;
    if (Date.now() >= endsAt) return found;
    if (found.status === "busy") await pause();
    else if (!(await draw(ctx, content))) return found;
  }
}

/** Returns false if drawing has been refused or has failed. */
async function draw(ctx: ActionCtx, content: ContentRef): Promise<boolean> {
  try {
    const task = await ctx.runMutation(internal.previews.begin, content);
    if (task) await ctx.runAction(internal.previewPictures.draw, task);
    return true;
  } catch (error) {
    const isRefused = error instanceof ConvexError; // too many attempts
    // oxlint-disable-next-line no-console -- readers get another picture, so only the log can tell
    if (!isRefused) console.error("A preview picture was not drawn:", error);
    return false;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

const missing = () =>
  new Response("Not found", {
    status: 404,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    },
  });
