import {
  type Behaviour,
  behaviours,
  type Expectation,
} from "./harness/behaviours.ts";
import type { Args } from "./harness/deployment.ts";

const TEXTS = [
  { owner: "asha", text: "the gully wakes", likes: 1 },
  { owner: "bala", text: "Gully boys and gully girls", likes: 2 },
  { owner: "asha", text: "mic check", likes: 3, tag: "demo" },
  { owner: "bala", text: "the night bus", likes: 4, tag: "demo" },
  { owner: "asha", text: "गली की आवाज़", likes: 5 },
  { owner: "asha", text: "rock-solid, right?", likes: 6 },
];

function found(title: string, args: Args, expectation: Expectation): Behaviour {
  return {
    title,
    run: async (d) =>
      (await d.query<string[]>("searching:search", args)).sort(),
    ...expectation,
  };
}

const words = {
  why: "words are found next to any punctuation; convex-test splits text only at spaces",
  wanted: true,
} as const;

behaviours(
  "search",
  { before: (d) => d.mutation("notes:add", { notes: TEXTS }) },
  [
    found("a word", { text: "mic" }, { is: ["mic check"] }),
    found("a word without matches", { text: "metro" }, { is: [] }),
    found(
      "a word in any case",
      { text: "GULLY" },
      { is: ["Gully boys and gully girls", "the gully wakes"] },
    ),
    found(
      "any of several words",
      { text: "mic bus" },
      { is: ["mic check", "the night bus"] },
    ),
    found(
      "a prefix of the last word",
      { text: "gul" },
      { is: ["Gully boys and gully girls", "the gully wakes"] },
    ),
    found(
      "a word in an Indian script",
      { text: "आवाज़" },
      { is: ["गली की आवाज़"] },
    ),
    found("an empty text", { text: "" }, { is: [] }),
    found("spaces only", { text: "   " }, { is: [] }),
    found(
      "a filter field",
      { text: "gully", owner: "asha" },
      { is: ["the gully wakes"] },
    ),
    found(
      "two filter fields",
      { text: "the", owner: "bala", tag: "demo" },
      { is: ["the night bus"] },
    ),
    found(
      "a filter field that is missing",
      { text: "the", tag: null },
      { is: ["the gully wakes"] },
    ),
    found(
      "a filter without matches",
      { text: "gully", owner: "chitra" },
      { is: [] },
    ),
    found(
      "a filter after the search",
      { text: "the", minLikes: 2 },
      { is: ["the night bus"] },
    ),
    found(
      "words next to punctuation",
      { text: "solid" },
      {
        differs: {
          convexTest: { is: [] },
          embedded: { is: ["rock-solid, right?"] },
          ...words,
        },
      },
    ),
    found(
      "characters with a meaning in other search engines",
      { text: '"mic" OR (NEAR*' },
      {
        differs: {
          convexTest: { is: [] },
          embedded: { is: ["mic check"] },
          ...words,
        },
      },
    ),
    {
      title: "take limits the results",
      run: async (d) => {
        const args = { text: "gully", take: 1 };
        return (await d.query<string[]>("searching:search", args)).length;
      },
      is: 1,
    },
    {
      title: "deleted documents are not found",
      run: async (d) => {
        const [note] = await d.query<{ _id: string }[]>("notes:all");
        await d.mutation("notes:remove", { id: note?._id ?? "" });
        return d.query("searching:search", { text: "wakes" });
      },
      is: [],
    },
    {
      title: "changed documents are found by their new text only",
      run: async (d) => {
        const [note] = await d.query<{ _id: string }[]>("notes:all");
        const fields = { text: "the city sleeps" };
        await d.mutation("notes:patch", { id: note?._id ?? "", fields });
        return [
          await d.query("searching:search", { text: "wakes" }),
          await d.query("searching:search", { text: "sleeps" }),
        ];
      },
      is: [[], ["the city sleeps"]],
    },
    {
      title: "a mutation finds its own writes",
      run: (d) =>
        d.mutation("searching:addAndSearch", {
          add: "a new monsoon",
          text: "monsoon",
        }),
      is: ["a new monsoon"],
    },
    {
      title: "the best match comes first",
      run: async (d) => {
        const args = { text: "gully girls" };
        return (await d.query<string[]>("searching:search", args))[0];
      },
      differs: {
        convexTest: { is: "the gully wakes" },
        embedded: { is: "Gully boys and gully girls" },
        why: "the best match comes first, by BM25; convex-test does not rank",
        wanted: true,
      },
    },
    {
      title: "results come in pages",
      run: async (d) => {
        const args = { text: "the gully mic", cursor: null };
        const first = await d.query<{
          texts: string[];
          isDone: boolean;
          continueCursor: string;
        }>("searching:page", args);
        const second = await d.query<{ texts: string[]; isDone: boolean }>(
          "searching:page",
          { ...args, cursor: first.continueCursor },
        );
        const all = [...first.texts, ...second.texts];
        return [first.texts.length, first.isDone, new Set(all).size];
      },
      is: [2, false, 4],
    },
  ],
);
