import type { OptimisticLocalStore } from "convex/browser";
import { getFunctionName } from "convex/server";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { makeBeat, makeVerse } from "../../testing/content";
import { applyVote } from "./applyVote";

interface Entry {
  name: string;
  args: unknown;
  value: unknown;
}

/** A fake of the client's query store, with the methods that an optimistic update uses. */
function makeStore(entries: Entry[]) {
  const same = (a: unknown, b: unknown) =>
    JSON.stringify(a) === JSON.stringify(b);
  const store = {
    getAllQueries: (query: never) =>
      entries.filter(({ name }) => name === getFunctionName(query)),
    getQuery: () => undefined,
    setQuery: (query: never, args: unknown, value: unknown) => {
      const entry = entries.find(
        (other) =>
          other.name === getFunctionName(query) && same(other.args, args),
      );
      if (entry) entry.value = value;
    },
  };
  return store as unknown as OptimisticLocalStore; // the real store is generic over all queries
}

const page = { page: 1, pageCount: 1, total: 1 };
const beat = makeBeat();
const other = makeBeat({ id: "beat2" as never, voteCount: 9 }); // ids are branded strings
const verse = makeVerse();

function world(voted: string[]) {
  const mine: Entry = {
    name: getFunctionName(api.votes.mine),
    args: { contentType: "beat", contentIds: ["beat1", "beat2"] },
    value: voted,
  };
  const list: Entry = {
    name: getFunctionName(api.beats.list),
    args: { page: 1 },
    value: { items: [beat, other], ...page },
  };
  const single: Entry = {
    name: getFunctionName(api.beats.get),
    args: { beatId: "beat1" },
    value: beat,
  };
  const verses: Entry = {
    name: getFunctionName(api.verses.listByBeat),
    args: { beatId: "beat1" },
    value: [verse],
  };
  const loading: Entry = {
    name: getFunctionName(api.beats.list),
    args: { page: 2 },
    value: undefined,
  };
  const store = makeStore([mine, list, single, verses, loading]);
  return { store, mine, list, single, verses, loading };
}

test("adds a vote in every list and on the beat's page", () => {
  const { store, mine, list, single, verses, loading } = world([]);
  applyVote(store, { contentType: "beat", contentId: "beat1", voted: true });
  expect(mine.value).toEqual(["beat1"]);
  expect(list.value).toMatchObject({
    items: [{ voteCount: 5 }, { voteCount: 9 }],
  });
  expect(single.value).toMatchObject({ voteCount: 5 });
  expect(verses.value).toEqual([verse]);
  expect(loading.value).toBeUndefined();
});

test("counts down when a vote is taken back", () => {
  const { store, mine, single } = world(["beat1"]);
  applyVote(store, { contentType: "beat", contentId: "beat1", voted: false });
  expect(mine.value).toEqual([]);
  expect(single.value).toMatchObject({ voteCount: 3 });
});

test("does not count an existing vote twice", () => {
  const { store, list } = world(["beat1"]);
  applyVote(store, { contentType: "beat", contentId: "beat1", voted: true });
  expect(list.value).toMatchObject({
    items: [{ voteCount: 4 }, { voteCount: 9 }],
  });
});
