import type { RingKind } from "../../../convex/shared/rings";
import type { IconName } from "../../components/Icon/Icon";

/** The icon of each kind of row. No two kinds share one. */
export const ringIcon: Readonly<Record<RingKind, IconName>> = {
  answer: "again",
  verse: "tape",
  cypherVerse: "next",
  micFree: "mic",
  cypherStarts: "bell",
  cypherOpened: "loop",
  votes: "heart",
  followers: "person",
  listens: "play",
};
