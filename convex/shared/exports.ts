import { v, type Infer } from "convex/values";

/** The tables of an export. */
export const exportTableValidator = v.union(
  v.literal("account"),
  v.literal("beats"),
  v.literal("verses"),
  v.literal("votes"),
  v.literal("reports"),
  v.literal("drafts"), // drafts of words
  v.literal("follows"), // the people whom they follow
  v.literal("listens"), // the items that they were among the first to hear
  v.literal("cyphers"), // the cyphers that they started
  v.literal("turns"), // their turns with the mic of a cypher
);
export type ExportTable = Infer<typeof exportTableValidator>;
export const EXPORT_TABLES = exportTableValidator.members.map(
  ({ value }) => value,
);

const cellValidator = v.union(
  v.string(),
  v.number(),
  v.null(),
  v.array(v.string()),
);
export type ExportCell = Infer<typeof cellValidator>;

/** A stored sound file. */
const exportSoundValidator = v.object({
  url: v.string(),
  extension: v.string(),
  sizeBytes: v.number(),
  sha256: v.string(), // in hex
});
export type ExportSound = Infer<typeof exportSoundValidator>;

/** A row of a table, with the parts that become files of their own. */
const exportItemValidator = v.object({
  cells: v.array(cellValidator),
  title: v.string(), // for the names of its files; empty if the beat is gone
  sound: v.union(exportSoundValidator, v.null()),
  words: v.union(v.string(), v.null()),
  olderWords: v.union(v.string(), v.null()), // the previous version
});
export type ExportItem = Infer<typeof exportItemValidator>;

/**
 * Part of a table. The names of the columns are separate from the cells,
 * because Convex does not keep the order of fields.
 */
export const exportPageValidator = v.object({
  columns: v.array(v.string()), // empty without items
  items: v.array(exportItemValidator),
  next: v.union(v.string(), v.null()), // where the next page begins; null after the last one
});
export type ExportPage = Infer<typeof exportPageValidator>;
