import type { Args, Deployment } from "./deployment.ts";

export const NOTES = [
  { owner: "asha", text: "one", likes: 3 },
  { owner: "bala", text: "two", likes: 1 },
  { owner: "asha", text: "three", likes: 2 },
];

/** Adds the notes above and returns their ids. */
export function addNotes(d: Deployment): Promise<string[]> {
  return d.mutation<string[]>("notes:add", { notes: NOTES });
}

export function textsOf(d: Deployment): Promise<string[]> {
  return d.query<string[]>("notes:texts");
}

export function addThings(d: Deployment, things: Args[]): Promise<unknown> {
  return d.mutation("things:add", { things });
}

/**
 * Adds things whose field `a` has these values. The label of each is its
 * position.
 */
export function addValues(
  d: Deployment,
  values: Args[string][],
): Promise<unknown> {
  const things = values.map((a, i) => ({ label: String(i), a }));
  return addThings(d, things);
}
