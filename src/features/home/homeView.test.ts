import fc from "fast-check";
import { expect, test } from "vitest";
import { GENRES } from "../../../convex/shared/genres";
import { STATES } from "../../../convex/shared/states";
import { changeHomeView, formatHomeView, parseHomeView } from "./homeView";

const parse = (query: string) => parseHomeView(new URLSearchParams(query));

const FIRST = {
  tab: "beats",
  sort: "recent",
  genre: null,
  state: null,
  page: 1,
} as const;

test.each([
  ["", FIRST],
  [
    "sort=popular&genre=R%26B&state=Jammu+and+Kashmir&page=3",
    {
      tab: "beats",
      sort: "popular",
      genre: "R&B",
      state: "Jammu and Kashmir",
      page: 3,
    },
  ],
  ["tab=verses&page=2", { ...FIRST, tab: "verses", page: 2 }],
  ["tab=verses&genre=Trap&state=Delhi", { ...FIRST, tab: "verses" }],
  ["tab=songs&sort=best&genre=Polka&state=Atlantis", FIRST],
  ["page=0", FIRST],
  ["page=-2", FIRST],
  ["page=1.5", FIRST],
  ["page=1e99", FIRST],
  ["page=1000001", FIRST],
  ["page=abc", FIRST],
])("parses ?%s", (query, view) => {
  expect(parse(query)).toEqual(view);
});

test("writes the default view as an empty query", () => {
  expect(formatHomeView(parse("")).toString()).toBe("");
});

test("reads every view back from its own query", () => {
  const beats = fc.record({
    tab: fc.constant("beats" as const),
    sort: fc.constantFrom("recent" as const, "popular" as const),
    genre: fc.constantFrom(null, ...GENRES),
    state: fc.constantFrom(null, ...STATES),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  const verses = beats.map((view) => ({
    ...view,
    tab: "verses" as const,
    genre: null,
    state: null,
  }));
  fc.assert(
    fc.property(fc.oneof(beats, verses), (view) => {
      expect(parse(formatHomeView(view).toString())).toEqual(view);
    }),
  );
});

test.each([
  [{ sort: "popular" }],
  [{ genre: "Trap" }],
  [{ state: null }],
  [{ tab: "verses" }],
] as const)("goes to page 1 when changing %j", (change) => {
  expect(changeHomeView(parse("page=4&state=Delhi"), change).page).toBe(1);
});
