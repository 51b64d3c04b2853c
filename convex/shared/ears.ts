import { v, type Infer } from "convex/values";
import { MOST_HEARD } from "./limits";
import { contentIdValidator, contentTypeValidator } from "./validators";

/** Authors are told when this many people have heard an item of theirs. */
export const TOLD_AT: readonly number[] = [3, MOST_HEARD];

/** Part of the list of items that hardly anybody has heard. */
export const freshPageValidator = v.object({
  items: v.array(
    v.object({
      contentType: contentTypeValidator,
      contentId: contentIdValidator,
      beatId: v.id("beats"), // the beat itself, or the one under a verse
    }),
  ),
  next: v.union(v.string(), v.null()), // where the next part begins; null after the last one
});

export type FreshItem = Infer<typeof freshPageValidator>["items"][number];

/** How many people have heard one of the viewer's items, up to `MOST_HEARD`. */
export const heardValidator = v.object({
  contentId: contentIdValidator,
  heard: v.number(),
});
