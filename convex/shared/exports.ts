import { v, type Infer } from "convex/values";

/** The tables of an export, in the order in which they are read. */
export const exportTableValidator = v.union(
  v.literal("beats"),
  v.literal("verses"),
  v.literal("votes"),
  v.literal("reports"),
  v.literal("drafts"), // of words
);
export type ExportTable = Infer<typeof exportTableValidator>;

/** The steps of preparing an export, in this order. */
export const exportStageValidator = v.union(
  v.literal("account"),
  ...exportTableValidator.members,
  v.literal("words"), // of the verses
  v.literal("sounds"), // each is read once
  v.literal("pages"), // index.html
  v.literal("files"), // get their places in the ZIP
  v.literal("directory"),
  v.literal("ready"),
  v.literal("failed"),
);
export type ExportStage = Infer<typeof exportStageValidator>;

/** An export as its owner sees it. Times are in ms. */
export const exportValidator = v.object({
  stage: exportStageValidator,
  soundCount: v.number(),
  readCount: v.number(),
  sizeBytes: v.number(), // 0 until it is ready
  expiresAt: v.number(),
});
export type ExportInfo = Infer<typeof exportValidator>;

/** Where HTTP actions answer with the caller's export. */
export const EXPORT_PATH = "/export";
/** Largest part of an export in one answer; Convex allows 20 MiB. */
export const MAX_PIECE_BYTES = 4 * 1024 * 1024;
