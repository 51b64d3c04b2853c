import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const GREEDY = `
const hold = () => { const all = []; for (;;) all.push({ text: [1, 2, 3, all.length] }); };
const holdBuffers = () => { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)); };
export const objects = mutation(async (ctx) => { await ctx.db.insert("notes", { body: "never" }); hold(); });
export const buffers = query(async () => holdBuffers());
export const holdIf = query(async (ctx) => {
  const notes = await ctx.db.query("notes").collect();
  if (notes.some((note) => note.body === "hold")) hold();
  return notes.length;
});
export const add = mutation((ctx, { body }) => ctx.db.insert("notes", { body }));
export const bodies = query(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.body));
export const greedyAction = action(async () => hold());
export const fine = action(async () => "fine");
`;

const memoryMib = 160;

describe("functions that take unlimited memory", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start(
      { "": { "greedy.js": GREEDY } },
      {
        functionMemoryMib: memoryMib,
        functionTimeoutMs: 60_000,
        actionTimeoutMs: 60_000,
      },
    );
  });
  afterAll(() => app.stop());

  const ended = (path: string) =>
    `${path} took more than ${memoryMib} MiB of memory and was ended.`;

  test("ends a mutation without effect and answers the others", async () => {
    const greedy = app.mutation("greedy:objects");
    const others = app.mutation("greedy:add", { body: "a" });
    await expect(greedy).rejects.toThrow(ended("greedy:objects"));
    await others;
    expect(await app.query("greedy:bodies")).toEqual(["a"]);
  });

  test("counts buffers outside the heap", async () => {
    await expect(app.query("greedy:buffers")).rejects.toThrow(
      ended("greedy:buffers"),
    );
    expect(await app.query("greedy:bodies")).toEqual(["a"]);
  });

  test("a subscribed query fails, and the others continue", async () => {
    app.runtime.subscribe(1, callOf("greedy:bodies"), null);
    app.runtime.subscribe(2, callOf("greedy:holdIf"), null);
    await eventually(() => app.latest(2)?.ok);
    await app.mutation("greedy:add", { body: "hold" });
    const failed = await eventually(() => {
      const latest = app.latest(2);
      return latest?.ok === false ? latest : null;
    });
    expect(failed).toMatchObject({
      errorMessage: expect.stringContaining(ended("greedy:holdIf")) as string,
    });
    await app.mutation("greedy:add", { body: "later" });
    await eventually(
      () => (app.latestValue(1) as string[]).includes("later") || null,
    );
  });

  test("ends an action, and others run afterwards", async () => {
    await expect(app.action("greedy:greedyAction")).rejects.toThrow(
      ended("greedy:greedyAction"),
    );
    expect(await app.action("greedy:fine")).toBe("fine");
    expect(await app.query("greedy:bodies")).toContain("later");
  });
});
