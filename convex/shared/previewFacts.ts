import { v, type Infer } from "convex/values";

/** Raise it when the drawing changes, so that stored pictures are made again. */
export const PREVIEW_DRAWING = 1;

/** Everything that a preview picture shows. */
export const previewFactsValidator = v.object({
  beatId: v.string(), // gives the tape its colours and, for a beat, its picture
  rapperId: v.union(v.string(), v.null()), // null for a beat
  title: v.string(),
  names: v.array(v.string()),
  state: v.string(), // state of the artist; may be empty
});

export type PreviewFacts = Infer<typeof previewFactsValidator>;
