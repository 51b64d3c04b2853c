// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstAnswers } from "../../lib/firstAnswers/firstAnswers";
import { questionKey } from "../../lib/firstAnswers/questionKey";
import { fakeCaches } from "../../testing/fakeCaches";
import { keepAnswers, offerKeptAnswers } from "./keptAnswers";

const QUERY = { path: "beats:get", args: { beatId: "m57" } };
const KEY = questionKey(QUERY.path, QUERY.args);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("caches", fakeCaches());
  const origin = window.location.origin.replace(/[^a-zA-Z0-9]/g, "");
  const claims = btoa(JSON.stringify({ sub: "asha|1" }));
  localStorage.setItem(`__convexAuthJWT_${origin}`, `e30.${claims}.signature`);
});

afterEach(() => {
  firstAnswers.forgetAll();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A client with one live query. */
function liveQuery() {
  let value: unknown;
  let tell = () => {};
  const client = {
    watchQuery: () => ({
      localQueryResult: () => {
        if (value instanceof Error) throw value;
        return value;
      },
      onUpdate: (listener: () => void) => {
        tell = listener;
        return () => {
          tell = () => {};
        };
      },
    }),
  };
  const answer = (next: unknown) => {
    value = next;
    tell();
  };
  return { client: client as never, answer }; // the code under test uses only these methods
}

async function offered(): Promise<unknown> {
  await vi.advanceTimersByTimeAsync(1_000);
  await offerKeptAnswers([QUERY]);
  return firstAnswers.get(KEY);
}

test("what a page has shown stands in later, as it was last", async () => {
  const { client, answer } = liveQuery();
  const stop = keepAnswers(client, [QUERY]);
  answer({ bpm: 89, votes: 5n });
  answer({ bpm: 90, votes: 6n });
  expect(await offered()).toEqual({ bpm: 90, votes: 6n });
  stop();
  answer({ bpm: 91, votes: 6n });
  firstAnswers.forgetAll();
  expect(await offered()).toEqual({ bpm: 90, votes: 6n });
});

test("what is gone does not stand in, and a query that fails changes nothing", async () => {
  const { client, answer } = liveQuery();
  keepAnswers(client, [QUERY]);
  answer({ bpm: 90 });
  await vi.advanceTimersByTimeAsync(1_000);
  answer(new Error("the query failed"));
  expect(await offered()).toEqual({ bpm: 90 });
  firstAnswers.forgetAll();
  answer(null);
  expect(await offered()).toBeUndefined();
});
