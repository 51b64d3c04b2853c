/**
 * The queries that both sizes answer. Each case returns the arguments of its
 * n-th call.
 */
import { type FunctionReference, makeFunctionReference } from "convex/server";
import { PAGE_SIZE } from "../../../convex/shared/limits.ts";
import { inventPerson } from "./population.ts";
import type { SeededServer } from "./seededServer.ts";

type Args = Record<string, unknown>;
type Query = FunctionReference<"query", "public", Args, unknown>;

export interface Case {
  readonly name: string;
  readonly query: Query;
  args(server: SeededServer, n: number): Args;
}

const listBeats: Query = makeFunctionReference("beats:list");
const listByProducer: Query = makeFunctionReference("beats:listByProducer");
const searchProfiles: Query = makeFunctionReference("profiles:search");
const getProfile: Query = makeFunctionReference("profiles:get");
const getStats: Query = makeFunctionReference("stats:get");

/**
 * Number of different pages that the calls for a middle page take turns with.
 */
const MIDDLE_SPREAD = 20;
const PAST_EVERY_END = 1e9;

/** Reads nothing, so it shows the cost of the call itself. */
export const emptyCall: Case = {
  name: "a query that reads nothing",
  query: getProfile,
  args: () => ({ userId: "nobody" }),
};

interface Filter {
  readonly genre: string | null;
  readonly state: string | null;
}

/**
 * Filters with the share of all beats that pass, which tells where the middle
 * page is.
 */
const FILTERS: readonly [string, Filter, number][] = [
  ["all beats", { genre: null, state: null }, 1],
  ["a genre", { genre: "Drill", state: null }, 1 / 10],
  ["a state", { genre: null, state: "Kerala" }, 1 / 32],
  ["genre and state", { genre: "Drill", state: "Kerala" }, 1 / 320],
];

const beatPages: Case[] = FILTERS.flatMap(([name, filter, share]) =>
  (["recent", "popular"] as const).flatMap((sort) => {
    const pageOf = (
      place: string,
      page: (server: SeededServer, n: number) => number,
    ): Case => ({
      name: `beats, ${name}, ${sort}, ${place} page`,
      query: listBeats,
      args: (server, n) => ({ sort, ...filter, page: page(server, n) }),
    });
    return [
      pageOf("first", () => 1),
      pageOf("middle", ({ size }, n) => {
        const middle = Math.ceil((size * share) / PAGE_SIZE / 2);
        return middle + (n % Math.min(MIDDLE_SPREAD, middle));
      }),
      pageOf("last", () => PAST_EVERY_END),
    ];
  }),
);

const SEARCHES: readonly [string, Args][] = [
  ["no text", { text: "" }],
  ["one letter", { text: "a" }],
  ["a common pair", { text: "ra" }],
  ["a common word", { text: "ravi" }],
  ["a common word, one state", { text: "ravi", state: "Kerala" }],
  ["a common word, one role", { text: "ravi", role: "rapper" }],
  [
    "a common pair, one state and role",
    { text: "ra", state: "Kerala", role: "rapper" },
  ],
  ["no match, common letters", { text: "rarz" }],
  ["no match", { text: "qqq" }],
];

const searches: Case[] = SEARCHES.map(([name, wanted]) => ({
  name: `artists, ${name}`,
  query: searchProfiles,
  args: () => ({ state: null, role: null, ...wanted }),
}));

const rareSearch: Case = {
  name: "artists, a whole name",
  query: searchProfiles,
  args: ({ size }, n) => ({
    text: inventPerson((n * 37) % size).username,
    state: null,
    role: null,
  }),
};

const someone = ({ userIds }: SeededServer, n: number): Args => ({
  userId: userIds[(n * 37) % userIds.length],
});

export const cases: readonly Case[] = [
  ...beatPages,
  ...searches,
  rareSearch,
  { name: "statistics of a person", query: getStats, args: someone },
  {
    name: "beats of a producer",
    query: listByProducer,
    args: (server, n) => ({ ...someone(server, n), page: 1 }),
  },
];
