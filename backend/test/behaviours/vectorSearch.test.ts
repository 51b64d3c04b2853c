import {
  type Behaviour,
  behaviours,
  type Expectation,
} from "./harness/behaviours.ts";
import type { Args, Deployment } from "./harness/deployment.ts";

const TASTES = [
  { name: "jalebi", sweet: [1, 0], kind: "dessert" },
  { name: "chai", sweet: [1, 1], kind: "drink" },
  { name: "papad", sweet: [0, 1], kind: "snack" },
  { name: "nimbu", sweet: [-1, 0.5], kind: "drink" },
];

function found(title: string, args: Args, expectation: Expectation): Behaviour {
  return {
    title,
    run: (d) => d.action("tastes:search", args),
    ...expectation,
  };
}

async function addMany(d: Deployment): Promise<void> {
  for (let i = 0; i < 8; i += 1) {
    const taste = { name: `more ${i}`, sweet: [0, -1 - i], kind: "more" };
    await d.mutation("tastes:add", taste);
  }
}

const atMost = {
  why: "a vector search returns ten results by default and 256 at most; convex-test returns all",
  wanted: true,
} as const;

behaviours(
  "vector search",
  {
    before: async (d) => {
      for (const taste of TASTES) await d.mutation("tastes:add", taste);
    },
  },
  [
    found(
      "the most similar come first",
      { vector: [2, 0] },
      { is: ["jalebi 1.000", "chai 0.707", "papad 0.000", "nimbu -0.894"] },
    ),
    found("a limit", { vector: [0, 5], limit: 1 }, { is: ["papad 1.000"] }),
    found(
      "a filter",
      { vector: [1, 0], kinds: ["drink"] },
      { is: ["chai 0.707", "nimbu -0.894"] },
    ),
    found(
      "either of two filters",
      { vector: [1, 0], kinds: ["snack", "dessert"] },
      { is: ["jalebi 1.000", "papad 0.000"] },
    ),
    found(
      "a filter without matches",
      { vector: [1, 0], kinds: ["soup"] },
      { is: [] },
    ),
    {
      title: "NaN is no limit",
      run: (d) => d.action("tastes:search", { vector: [1, 0], limit: NaN }),
      differs: {
        convexTest: { is: [] },
        embedded: { failsWith: "must be a whole number from 1 to 256" },
        why: "a limit that is not a finite number is refused; convex-test finds nothing",
        wanted: true,
      },
    },
    {
      title: "deleted vectors are not found and added ones are",
      run: async (d) => {
        const args = { name: "lassi", sweet: [1, 0.1], kind: "drink" };
        const id = await d.mutation<string>("tastes:add", args);
        const search = { vector: [1, 0.1], limit: 1 };
        const before = await d.action("tastes:search", search);
        await d.mutation("tastes:remove", { id });
        return [before, await d.action("tastes:search", search)];
      },
      is: [["lassi 1.000"], ["jalebi 0.995"]],
    },
    {
      title: "without a limit there are ten results",
      run: async (d) => {
        await addMany(d);
        const args = { vector: [0, -1] };
        return (await d.action<string[]>("tastes:search", args)).length;
      },
      differs: { convexTest: { is: 12 }, embedded: { is: 10 }, ...atMost },
    },
  ],
);
