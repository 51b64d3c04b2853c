import type { TestInfo } from "@playwright/test";
import { type Genre, GENRES } from "../convex/shared/genres.ts";
import { STATES } from "../convex/shared/states.ts";

/** States of India that other stories fill with beats, or expect to be empty. */
const TAKEN = [
  "Delhi",
  "Goa",
  "Jammu and Kashmir",
  "Ladakh",
  "Meghalaya",
  "Nagaland",
  "Sikkim",
  "Tripura",
];
const FREE = STATES.filter((state) => !TAKEN.includes(state));

/**
 * Returns a state that only this try of a story uses. Stories that count beats need one, because
 * the beats of an earlier try stay in the app.
 *
 * @param story number of the story among those that count beats, from 0; each has room for seven
 * repeats with two tries each
 */
export function ownState(info: TestInfo, story: 0 | 1): string {
  const state = FREE[story * 14 + (2 * info.repeatEachIndex + info.retry)];
  if (!state) throw new Error("This story has no state left");
  return state;
}

/**
 * Returns a genre that only this try uses, for a story that counts beats in a state of its own. It
 * has room for five repeats with two tries each.
 */
export function ownGenre({ repeatEachIndex, retry }: TestInfo): Genre {
  const genre = GENRES[2 * repeatEachIndex + retry];
  if (!genre) throw new Error("This story has no genre left");
  return genre;
}
