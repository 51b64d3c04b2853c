import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callOf,
  TestApp,
  valueOf,
} from "../../../../test/support/fixtureApp.ts";

const COUNTERS = `
async function counter(ctx) {
  return await ctx.db.query("counters").first();
}
export const reset = mutation(async (ctx) => {
  for (const row of await ctx.db.query("counters").collect()) await ctx.db.delete(row._id);
  await ctx.db.insert("counters", { value: 0 });
});
export const read = query(async (ctx) => (await counter(ctx)).value);
export const increment = mutation(async (ctx) => {
  const row = await counter(ctx);
  // Lets the other calls run between the read and the write.
  await crypto.subtle.digest("SHA-256", new Uint8Array(64));
  await ctx.db.patch(row._id, { value: row.value + 1 });
  return row.value + 1;
});
export const incrementIfStill = mutation(async (ctx) => {
  const before = await counter(ctx);
  await crypto.subtle.digest("SHA-256", new Uint8Array(64));
  const after = await counter(ctx);
  if (before.value !== after.value) throw new Error("saw two states");
  await ctx.db.patch(after._id, { value: after.value + 1 });
});
export const readTwice = query(async (ctx) => {
  const before = (await counter(ctx)).value;
  await crypto.subtle.digest("SHA-256", new Uint8Array(64));
  return [before, (await counter(ctx)).value];
});
export const add = mutation(async (ctx, { n }) => { await ctx.db.insert("notes", { n }); return n; });
export const addLater = mutation((ctx) => ctx.scheduler.runAfter(0, "counters:add", { n: 7 }));
export const notes = query(async (ctx) => (await ctx.db.query("notes").collect()).length);
`;

describe("commits", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ "": { "counters.js": COUNTERS } });
  });
  afterAll(() => app.stop());

  const times = (count: number, run: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, run));

  test("concurrent writers of one document lose no updates", async () => {
    await app.mutation("counters:reset");
    await times(40, () => app.mutation("counters:increment"));
    expect(await app.query("counters:read")).toBe(40);
  });

  test("does not report an error caused by a changed read set", async () => {
    await app.mutation("counters:reset");
    await times(20, () => app.mutation("counters:incrementIfStill"));
    expect(await app.query("counters:read")).toBe(20);
  });

  test("a query that spans several commits reads one state", async () => {
    await app.mutation("counters:reset");
    const [pairs] = await Promise.all([
      times(20, () => app.query("counters:readTwice")),
      times(20, () => app.mutation("counters:increment")),
    ]);
    for (const pair of pairs) {
      const [before, after] = pair as [number, number];
      expect(after).toBe(before);
    }
  });

  test("a repeated request of a session takes effect once", async () => {
    const session = { sessionId: "s", requestId: 1 };
    const send = () =>
      app.runtime.runMutation(callOf("counters:add", { n: 7 }), session);
    const first = await send();
    const again = await send();
    expect(again).toMatchObject({ ok: true, ts: first.ts, valueJson: "7" });
    expect(await app.query("counters:notes")).toBe(1);
    await app.restart();
    expect(await send()).toMatchObject({ ts: first.ts });
    expect(await app.query("counters:notes")).toBe(1);
  });

  test("acknowledged writes survive a restart", async () => {
    await times(50, () => app.mutation("counters:add", { n: 1 }));
    const before = await app.query("counters:notes");
    await app.restart();
    expect(await app.query("counters:notes")).toBe(before);
  });

  test("reading what a job has written moves the state that new subscribers wait for", async () => {
    const before = Number(await app.query("counters:notes"));
    await app.mutation("counters:addLater");
    const scheduledAt = app.runtime.answeredTs;
    await expect
      .poll(() => app.query("counters:notes"))
      .toBeGreaterThan(before);
    expect(app.runtime.answeredTs).toBeGreaterThan(scheduledAt);
  });

  test("calls during a push are answered by the old code or the new code", async () => {
    await app.mutation("counters:reset");
    let isPushed = false;
    const calls = (async () => {
      let answered = 0;
      while (!isPushed) {
        const call = callOf("counters:increment");
        valueOf(await app.runtime.runMutation(call));
        answered += 1;
      }
      return answered;
    })();
    await app.push({
      "": {
        "counters.js": COUNTERS,
        "more.js": "export const version = query(async () => 2);",
      },
    });
    isPushed = true;
    const answered = await calls;
    expect(await app.query("counters:read")).toBe(answered);
    expect(await app.query("more:version")).toBe(2);
  });
});
