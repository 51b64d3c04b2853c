import type { TestInfo } from "@playwright/test";
import { type Genre, GENRES } from "../convex/shared/genres.ts";
import { STATES } from "../convex/shared/states.ts";

/** Other stories have beats in them, or expect none. */
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
 * A state whose beats are those of this try alone, for a story that counts them: what an
 * earlier try has made stays in the app.
 *
 * @param story its number among those that count, from 0; each has room for seven repeats, with a second try of each
 */
export function ownState(info: TestInfo, story: 0 | 1): string {
  const state = FREE[story * 14 + (2 * info.repeatEachIndex + info.retry)];
  if (!state) throw new Error("This story has no state left");
  return state;
}

/**
 * A genre of this try alone, for a story that counts the beats of a state that only it uses. It has
 * room for five repeats, with a second try of each.
 */
export function ownGenre({ repeatEachIndex, retry }: TestInfo): Genre {
  const genre = GENRES[2 * repeatEachIndex + retry];
  if (!genre) throw new Error("This story has no genre left");
  return genre;
}
