import type { Args, Deployment } from "./deployment.ts";

export const notes = [
  { owner: "asha", text: "one", likes: 3 },
  { owner: "bala", text: "two", likes: 1 },
  { owner: "asha", text: "three", likes: 2 },
];

/** Their ids. */
export function addNotes(d: Deployment): Promise<string[]> {
  return d.mutation<string[]>("notes:add", { notes });
}

export function textsOf(d: Deployment): Promise<string[]> {
  return d.query<string[]>("notes:texts");
}

export function addThings(d: Deployment, things: Args[]): Promise<unknown> {
  return d.mutation("things:add", { things });
}

/** Things with one field `a` of these values, named by their position. */
export function addValues(
  d: Deployment,
  values: Args[string][],
): Promise<unknown> {
  const things = values.map((a, i) => ({ label: String(i), a }));
  return addThings(d, things);
}
