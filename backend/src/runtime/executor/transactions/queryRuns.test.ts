import { ANYONE } from "../../contract/callers.ts";
import type { Publication } from "../../contract/runtime.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../../test/support/fixtureApp.ts";

const BEATS = `
export const list = query(async (ctx, { genre }) =>
  (await ctx.db.query("beats").withIndex("by_genre", (q) => q.eq("genre", genre)).collect()).map((b) => b.name));
export const count = query(async (ctx) => (await ctx.db.query("beats").collect()).length > 0);
export const add = mutation(async (ctx, { genre, name }) => ctx.db.insert("beats", { genre, name }));
export const me = query(async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null);
export const fragile = query(async (ctx) => {
  if ((await ctx.db.query("beats").collect()).length > 0) throw new ConvexError("too many");
  return "fine";
});
export const busy = query(async (ctx, { n }) => {
  for (let i = 0; i < 3e6; i++) Math.imul(i, n);
  return n;
});
export const busyCount = query(async (ctx, { n }) => {
  const { length } = await ctx.db.query("beats").collect();
  for (let i = 0; i < 3e6; i++) Math.imul(i, n);
  return length + n;
});
export const page = query((ctx, { cursor }) =>
  ctx.db.query("beats").order("desc").paginate({ cursor: cursor ?? null, numItems: 2 }));
export const more = query((ctx) =>
  ctx.db.query("beats").order("desc").paginate({ cursor: null, numItems: 4 }));
`;

/** The queries that got results. */
const idsIn = (publications: readonly Publication[]) =>
  new Set(
    publications.flatMap(({ updates }) => updates.map(({ liveId }) => liveId)),
  );

const addressOf = (name: string) =>
  ({ a: "192.0.2.1", b: "198.51.100.1" })[name] ?? "";

const SCHEMA = `
export default defineSchema({
  beats: defineTable({ genre: v.string(), name: v.string() }).index("by_genre", ["genre"]),
});`;

describe("live queries", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start({
      "": { "beats.js": BEATS, "schema.js": SCHEMA },
    });
  });
  afterEach(() => app.stop());

  const add = (genre: string, name: string) =>
    app.runtime.runMutation(callOf("beats:add", { genre, name }));

  const publishedAt = (ts: string) =>
    eventually(() =>
      app.publications.find(
        (publication) => BigInt(publication.ts) >= BigInt(ts),
      ),
    );

  test("publishes a result, and again when it changes", async () => {
    app.runtime.subscribe(1, callOf("beats:list", { genre: "drill" }), null);
    expect(await eventually(() => app.latestValue(1))).toEqual([]);
    const { ts } = await add("drill", "a");
    const { updates } = await publishedAt(ts);
    expect(updates.map(({ liveId }) => liveId)).toEqual([1]);
    expect(app.latestValue(1)).toEqual(["a"]);
    expect(app.runtime.publishedTs).toBe(ts);
  });

  test("an unrelated commit publishes its timestamp and no result", async () => {
    app.runtime.subscribe(1, callOf("beats:list", { genre: "drill" }), null);
    await eventually(() => app.latest(1));
    const { ts } = await add("boom bap", "b");
    expect((await publishedAt(ts)).updates).toEqual([]);
  });

  test("does not send a recomputed result that is equal", async () => {
    await add("drill", "a");
    app.runtime.subscribe(1, callOf("beats:count"), null);
    await eventually(() => app.latest(1));
    const { ts } = await add("drill", "b");
    expect((await publishedAt(ts)).updates).toEqual([]);
  });

  test("all results of a publication come from one state", async () => {
    for (let id = 1; id <= 20; id++) {
      app.runtime.subscribe(id, callOf("beats:list", { genre: "drill" }), null);
    }
    await eventually(() => app.latest(20));
    await Promise.all(["a", "b", "c", "d"].map((name) => add("drill", name)));
    await eventually(
      () => (app.latestValue(20) as string[]).length === 4 || null,
    );
    for (const { updates } of app.publications) {
      const results = updates.map(
        ({ result }) => result.ok && result.valueJson,
      );
      expect(new Set(results).size).toBeLessThanOrEqual(1);
    }
  });

  test("new queries of one caller delay neither those of another nor a publication", async () => {
    const count = 100;
    const own = count + 1;
    for (let n = 1; n <= count; n++) {
      app.runtime.subscribe(n, callOf("beats:busy", { n }), null, "a");
    }
    const list = callOf("beats:list", { genre: "drill" });
    app.runtime.subscribe(own, list, null, "b");
    const { ts } = await add("drill", "a");
    await eventually(
      () => (app.latestValue(own) as unknown[] | undefined)?.length,
    );
    /**
     * When this thread gets its turn depends on the machine, so this waits
     * instead of looking at once.
     */
    const answeredUntil = (isIt: (publication: Publication) => boolean) =>
      idsIn(app.publications.slice(0, app.publications.findIndex(isIt) + 1));
    const whenShown = answeredUntil((one) => idsIn([one]).has(own));
    expect(whenShown.size).toBeLessThan(count / 2);
    const whenCovered = answeredUntil((one) => BigInt(one.ts) >= BigInt(ts));
    expect(whenCovered.size).toBeLessThan(count);
    await eventually(() => idsIn(app.publications).size === own || null);
  });

  test.each([
    ["that another watches alone", "b", ["b"]],
    ["that both watch, whoever came first", "a", ["a", "b"]],
  ])(
    "old queries of one caller do not hold up one %s",
    async (_, first, watchers) => {
      const count = 100;
      const caller = (address: string) => ({ ...ANYONE, ip: address });
      const list = callOf("beats:list", { genre: "drill" });
      app.runtime.subscribe(0, list, null, addressOf(first));
      for (const each of watchers.slice(1))
        app.runtime.share(0, caller(addressOf(each)), addressOf(each));
      for (let n = 1; n <= count; n++)
        app.runtime.subscribe(
          n,
          callOf("beats:busyCount", { n }),
          null,
          addressOf("a"),
        );
      const isAnswered = (n: number) => Boolean(app.latest(n));
      const all = Array.from({ length: count + 1 }, (_, n) => n);
      await eventually(() => all.every(isAnswered) || null);

      const before = app.publications.length;
      await add("drill", "a");
      const since = () => app.publications.slice(before);
      await eventually(
        () => (app.latestValue(0) as unknown[]).length === 1 || null,
      );
      // Further results may have been published since.
      const last = since().findIndex((one) => idsIn([one]).has(0));
      const early = since().slice(0, last + 1);
      expect(idsIn(early).size).toBeLessThan(count / 2);
      const behind = early.flatMap((publication) => publication.behind);
      expect(behind.length).toBeGreaterThan(count / 2);
      await eventually(() => app.latestValue(count) === count + 1 || null);
      const isLate = (n: number) =>
        since().filter(({ behind }) => behind.includes(n)).length >
        since().filter(({ current }) => current.includes(n)).length;
      await eventually(() => !all.some(isLate) || null);
      expect(all.slice(1).map((n) => app.latestValue(n))).toEqual(
        all.slice(1).map((n) => n + 1),
      );
    },
  );

  test("publications come in order and cover every commit", async () => {
    app.runtime.subscribe(1, callOf("beats:list", { genre: "drill" }), null);
    const commits = await Promise.all(
      Array.from({ length: 30 }, (_, i) => add("drill", `n${i}`)),
    );
    const last = commits
      .map(({ ts }) => BigInt(ts))
      .reduce((a, b) => (a > b ? a : b));
    await publishedAt(last.toString());
    const stamps = app.publications.map(({ ts }) => BigInt(ts));
    expect([...stamps].sort((a, b) => (a < b ? -1 : 1))).toEqual(stamps);
    expect(app.latestValue(1)).toHaveLength(30);
  });

  test("a query that fails stays subscribed", async () => {
    app.runtime.subscribe(1, callOf("beats:fragile"), null);
    await eventually(() => app.latest(1)?.ok);
    await add("drill", "a");
    const failed = await eventually(() => {
      const latest = app.latest(1);
      return latest?.ok === false ? latest : null;
    });
    expect(failed).toMatchObject({ errorData: "too many" });
  });

  test("marks only queries that read the identity as depending on it", async () => {
    app.runtime.subscribe(1, callOf("beats:me"), null);
    app.runtime.subscribe(2, callOf("beats:count"), null);
    await eventually(() => app.latest(1) && app.latest(2));
    expect(app.latest(1)?.usedIdentity).toBe(true);
    expect(app.latest(2)?.usedIdentity).toBe(false);
  });

  test("a subscribed page keeps its end, and its journal restores that end", async () => {
    for (const name of ["a", "b", "c"]) await add("drill", name);
    const page = callOf("beats:page", {});
    app.runtime.subscribe(1, page, null);
    const first = await eventually(() => app.latest(1));
    expect(first.journal).toMatch(/endCursor/);
    await add("drill", "d");
    const names = await eventually(() => {
      const { page } = app.latestValue(1) as { page: { name: string }[] };
      return page.length > 2 ? page.map(({ name }) => name) : null;
    });
    expect(names).toEqual(["d", "c", "b"]);

    app.runtime.subscribe(2, page, first.journal);
    app.runtime.subscribe(3, page, null);
    await eventually(() => app.latest(3));
    expect(app.latest(2)).toMatchObject({
      valueJson: (app.latest(1) as { valueJson: string }).valueJson,
    });
    expect((app.latestValue(3) as { page: unknown[] }).page).toHaveLength(2);
  });

  test("a journal counts only for the call that it was made for", async () => {
    for (const name of ["a", "b", "c", "d"]) await add("drill", name);
    app.runtime.subscribe(1, callOf("beats:page", {}), null);
    app.runtime.subscribe(2, callOf("beats:more", {}), null);
    const [own, other] = await eventually(() => {
      const journals = [1, 2].map((id) => app.latest(id)?.journal);
      return journals.every((journal) => journal != null) ? journals : null;
    });
    const { endCursor } = JSON.parse(other ?? "") as { endCursor: string };
    const forged = [
      other,
      JSON.stringify({ endCursor }),
      JSON.stringify({ endCursor: "_end_cursor" }),
      JSON.stringify({ ...(JSON.parse(own ?? "") as object), endCursor }),
      "[]",
      "null",
      "{",
    ];
    for (const [index, journal] of forged.entries()) {
      const id = 10 + index;
      app.runtime.subscribe(id, callOf("beats:page", {}), journal ?? null);
      await eventually(() => app.latest(id));
      const { page } = app.latestValue(id) as { page: { name: string }[] };
      expect(page.map(({ name }) => name)).toEqual(["d", "c"]);
    }
  });

  test("a cursor that does not fit tells clients to start again, in production too", async () => {
    app.runtime.subscribe(1, callOf("beats:page", { cursor: "old.one" }), null);
    expect(await eventually(() => app.latest(1))).toMatchObject({
      ok: false,
      errorMessage: expect.stringContaining("InvalidCursor") as string,
      errorData: {
        isConvexSystemError: true,
        paginationError: "InvalidCursor",
      },
    });
  });

  test("a push re-runs queries with the new code", async () => {
    app.runtime.subscribe(1, callOf("beats:count"), null);
    app.runtime.subscribe(2, callOf("beats:me"), null);
    await eventually(() => app.latest(1) && app.latest(2));
    const before = app.publications.length;
    await app.push({
      "": {
        "beats.js": BEATS.replace("length > 0)", "length + 100)"),
        "schema.js": SCHEMA,
      },
    });
    expect(await eventually(() => app.latestValue(1))).toBe(100);
    const again = app.publications
      .slice(before)
      .flatMap(({ updates }) => updates);
    expect(again.map(({ liveId }) => liveId)).toEqual([1]);
  });

  test("a commit just before a push is published after the push", async () => {
    app.runtime.subscribe(1, callOf("beats:list", { genre: "drill" }), null);
    await eventually(() => app.latest(1));
    const adding = add("drill", "a");
    const pushing = app.push({
      "": { "beats.js": BEATS, "schema.js": SCHEMA },
    });
    app.runtime.subscribe(2, callOf("beats:count"), null);
    const { ts } = await adding;
    await publishedAt(ts);
    await pushing;
    expect(app.latestValue(1)).toEqual(["a"]);
    await eventually(() => app.latest(2));
  });

  test("an unsubscribed query is no longer run or sent", async () => {
    app.runtime.subscribe(1, callOf("beats:list", { genre: "drill" }), null);
    await eventually(() => app.latest(1));
    app.runtime.unsubscribe(1);
    const { ts } = await add("drill", "a");
    expect((await publishedAt(ts)).updates).toEqual([]);
  });
});
