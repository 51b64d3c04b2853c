/**
 * Prepares an export. Each step is a mutation that schedules the next one, so
 * nothing is lost if the server restarts at any time. Only the sounds need an
 * action; see readSounds.ts.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ExportStage, ExportTable } from "../../shared/exports";
import type { WriteCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { addSound, addText } from "./entries";
import { type Export, startOver } from "./exports";
import { placeDirectory, placeFiles } from "./places";
import { addPages } from "./pages";
import { readPage } from "./readPage";
import { takeTurn } from "./soundTurns";
import { isoTime, tableFiles, type Row } from "./tables";
import { addWords } from "./words";

/**
 * Does part of a stage. Returns the changes to the export, or null if an action
 * continues instead.
 */
type Step = (ctx: WriteCtx, found: Export) => Promise<Partial<Export> | null>;

const STEPS: Record<Exclude<ExportStage, "ready" | "failed">, Step> = {
  account: addAccount,
  beats: addTablePage("beats", "verses"),
  verses: addTablePage("verses", "votes"),
  votes: addTablePage("votes", "reports"),
  reports: addTablePage("reports", "drafts"),
  drafts: addTablePage("drafts", "words"),
  words: addWords,
  sounds: takeTurn,
  pages: addPages,
  files: placeFiles,
  directory: placeDirectory,
};

/**
 * Does the next step of an export, as a mutation of its own: if it throws,
 * nothing of it is kept. The export has then failed, so that its owner can start
 * it again and does not wait for ever.
 */
export async function takeStepOrFail(
  ctx: WriteCtx,
  exportId: Id<"exports">,
): Promise<void> {
  try {
    await ctx.runMutation(internal.exports.attemptStep, { exportId });
  } catch (error) {
    // oxlint-disable-next-line no-console -- its owner only reads that it failed, so only the log can tell why
    console.error("An export failed:", error);
    await ctx.db.patch("exports", exportId, { stage: "failed" });
  }
}

/**
 * Does the next step of an export and schedules the one after it. Does nothing
 * if the export is over or has been dropped. Starts over if something went that
 * an earlier step may have added; so nothing that went before the last step is
 * in an export.
 */
export async function takeStep(
  ctx: WriteCtx,
  exportId: Id<"exports">,
): Promise<void> {
  const found = await ctx.db.get("exports", exportId);
  if (found === null) return;
  if (found.stage === "ready" || found.stage === "failed") return;
  if (found.isOutdated === true) return startOver(ctx, found);
  const change = await STEPS[found.stage](ctx, found);
  if (change === null) return;
  await ctx.db.patch("exports", exportId, change);
  await ctx.scheduler.runAfter(0, internal.exports.step, { exportId });
}

async function addAccount(
  ctx: WriteCtx,
  { _id, userId }: Export,
): Promise<Partial<Export>> {
  const user = await ctx.db.get("users", userId);
  const profile = await findProfile(ctx, userId);
  const row: Row = {
    email: user?.email ?? null,
    username: profile?.username ?? null,
    role: profile?.role ?? null,
    state: profile?.state ?? null,
    bio: profile?.bio ?? null,
    instagram: profile?.instagram ?? null,
    youtube: profile?.youtube ?? null,
    joinedAt: profile ? isoTime(profile.createdAt) : null,
  };
  for (const file of tableFiles("account", 1, [row])) {
    await addText(ctx, _id, file);
  }
  return { stage: "beats" };
}

/** Adds a page of a table, and its sounds. */
function addTablePage(table: ExportTable, next: ExportStage): Step {
  return async (ctx, { _id, userId, cursor, page, soundCount }) => {
    const read = await readPage(ctx, { stage: table, userId, cursor, page });
    if (page === 1 || read.rows.length > 0) {
      for (const file of tableFiles(table, page, read.rows)) {
        await addText(ctx, _id, file);
      }
    }
    for (const file of read.texts) await addText(ctx, _id, file);
    for (const [at, sound] of read.sounds.entries()) {
      await addSound(ctx, _id, { ...sound, number: soundCount + at + 1 });
    }
    return {
      soundCount: soundCount + read.sounds.length,
      ...(read.isDone
        ? { stage: next, cursor: null, page: 1 }
        : { cursor: read.cursor, page: page + 1 }),
    };
  };
}
