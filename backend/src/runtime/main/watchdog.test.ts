import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RUNNING_AT_ONCE } from "../actions/actionRunner.ts";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const STUCK = `
export const spin = mutation(async (ctx) => {
  await ctx.db.insert("notes", { body: "never" });
  while (true) {}
});
export const spinIf = query(async (ctx) => {
  const notes = await ctx.db.query("notes").collect();
  while (notes.some((note) => note.body === "spin")) {}
  return notes.length;
});
export const wait = mutation(async (ctx) => {
  await ctx.db.insert("notes", { body: "never" });
  await new Promise(() => {});
});
export const add = mutation((ctx, { body }) => ctx.db.insert("notes", { body }));
export const slow = mutation(async (ctx, { body }) => {
  for (let i = 0; i < 4; i++) await crypto.subtle.digest("SHA-256", new Uint8Array(1e3));
  await ctx.db.insert("notes", { body });
});
export const bodies = query(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.body));
export const clear = mutation(async (ctx) => {
  for (const note of await ctx.db.query("notes").collect()) await ctx.db.delete(note._id);
});
export const schedule = mutation((ctx, { fn }) => ctx.scheduler.runAfter(0, f("stuck:" + fn)));
export const spinLater = query(async () => {
  throw Object.defineProperty(new Error("x"), "message", { get() { while (true) {} } });
});
export const job = query((ctx, { id }) => ctx.db.system.get(id));
export const spinningAction = action(async () => { while (true) {} });
export const waitingAction = action(async () => { await new Promise(() => {}); });
export const fine = action(async () => "fine");
export const stray = mutation(async () => { void Promise.reject(new Error("nobody awaits me")); return 1; });
`;
const EXITS = `"use node";
export const exiting = action(async () => { process.exit(3); });
import { appendFileSync } from "node:fs";
export const ticking = action(async (ctx, { file }) => {
  await new Promise(() => setInterval(() => appendFileSync(file, "tick"), 10));
});`;

const TIMEOUT_MS = 1000;

describe("functions that do not return", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start(
      { "": { "stuck.js": STUCK, "exits.js": EXITS } },
      { functionTimeoutMs: TIMEOUT_MS, actionTimeoutMs: TIMEOUT_MS },
    );
  });
  afterAll(() => app.stop());

  const ended = (path: string) =>
    `${path} did not return within ${TIMEOUT_MS} ms and was ended.`;

  test("ends a mutation that blocks and answers the others", async () => {
    app.runtime.subscribe(1, callOf("stuck:bodies"), null);
    await eventually(() => app.latest(1));
    const blocked = app.mutation("stuck:spin");
    const others = Promise.all([
      app.mutation("stuck:add", { body: "a" }),
      app.query("stuck:bodies"),
      app.runtime.runMutation(callOf("stuck:add", { body: "b" }), {
        sessionId: "s",
        requestId: 1,
      }),
    ]);
    await expect(blocked).rejects.toThrow(ended("stuck:spin"));
    await others;
    const bodies = (await app.query("stuck:bodies")) as string[];
    expect([...bodies].sort()).toEqual(["a", "b"]);
    await eventually(
      () => (app.latestValue(1) as string[]).length === 2 || null,
    );
  });

  test("another mutation in flight takes effect once", async () => {
    await app.mutation("stuck:clear");
    const slow = app.mutation("stuck:slow", { body: "slow" });
    await expect(app.mutation("stuck:spin")).rejects.toThrow(/was ended/);
    await slow;
    expect(await app.query("stuck:bodies")).toEqual(["slow"]);
  });

  test("ends a mutation that never settles without ending the executor", async () => {
    await expect(app.mutation("stuck:wait")).rejects.toThrow(
      ended("stuck:wait"),
    );
    expect(await app.query("stuck:bodies")).not.toContain("never");
  });

  test("a subscribed query that blocks fails, and the others continue", async () => {
    app.runtime.subscribe(2, callOf("stuck:spinIf"), null);
    await eventually(() => app.latest(2)?.ok);
    await app.mutation("stuck:add", { body: "spin" });
    const failed = await eventually(() => {
      const latest = app.latest(2);
      return latest?.ok === false ? latest : null;
    });
    expect(failed).toMatchObject({
      errorMessage: expect.stringContaining(ended("stuck:spinIf")) as string,
    });
    await app.mutation("stuck:add", { body: "later" });
    await eventually(
      () => (app.latestValue(1) as string[]).includes("later") || null,
    );
  });

  test("a function that blocks while its error is read is the one that fails", async () => {
    const blocked = app.query("stuck:spinLater");
    const others = app.query("stuck:bodies");
    await expect(blocked).rejects.toThrow(ended("stuck:spinLater"));
    await others;
    app.runtime.subscribe(3, callOf("stuck:spinLater"), null);
    const failed = await eventually(() => app.latest(3));
    expect(failed).toMatchObject({
      errorMessage: expect.stringContaining(ended("stuck:spinLater")) as string,
    });
  });

  test("a scheduled mutation that blocks fails and does not run again", async () => {
    const id = await app.mutation("stuck:schedule", { fn: "spin" });
    const state = await eventually(async () => {
      const job = (await app.query("stuck:job", { id })) as {
        state: { kind: string; error?: string };
      };
      return job.state.kind === "failed" ? job.state : null;
    });
    expect(state.error).toMatch(/was ended/);
  });

  /**
   * Runs an action. Returns null if a busy machine held up its worker for the
   * time limit.
   */
  const fine = () => app.action("stuck:fine").catch(() => null);

  test("ends an action that blocks or never settles, and others run afterwards", async () => {
    await eventually(fine);
    await expect(app.action("stuck:waitingAction")).rejects.toThrow(
      ended("stuck:waitingAction"),
    );
    await expect(app.action("stuck:spinningAction")).rejects.toThrow(
      ended("stuck:spinningAction"),
    );
    expect(await eventually(fine)).toBe("fine");
  });

  test("actions that never return free their places when their time is up", async () => {
    await eventually(fine);
    const waiting = Array.from({ length: RUNNING_AT_ONCE }, () =>
      app.action("stuck:waitingAction"),
    );
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(await eventually(fine)).toBe("fine");
  });

  test("timers of an action end when its time is up", async () => {
    await eventually(fine);
    const file = join(app.dataDir, "ticks");
    await writeFile(file, "");
    const ticking = app.action("exits:ticking", { file });
    await expect(ticking).rejects.toThrow(ended("exits:ticking"));
    let before = -1;
    await eventually(async () => {
      const { size } = await stat(file);
      const stands = size === before;
      before = size;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return stands;
    });
  });

  test("an action that exits its process ends only itself", async () => {
    await expect(app.action("exits:exiting")).rejects.toThrow(
      "the worker that ran exits:exiting ended",
    );
    expect(await eventually(fine)).toBe("fine");
    expect(await app.query("stuck:bodies")).toContain("later");
  });

  test("a rejected promise that is never awaited does not end the executor", async () => {
    expect(await app.mutation("stuck:stray")).toBe(1);
    expect(await app.query("stuck:bodies")).toContain("later");
  });
});

test("ends an action that blocks before its worker's first heartbeat, and others run afterwards", async () => {
  const app = await TestApp.start(
    { "": { "stuck.js": STUCK } },
    { actionTimeoutMs: TIMEOUT_MS },
  );
  try {
    const spinning = app.action("stuck:spinningAction");
    await expect(spinning).rejects.toThrow("was ended");
    const fine = () => app.action("stuck:fine").catch(() => null);
    expect(await eventually(fine)).toBe("fine");
  } finally {
    await app.stop();
  }
});

test("the time limit of an action starts when its worker has loaded the modules", async () => {
  const app = await TestApp.start(
    { "": { "stuck.js": STUCK } },
    { actionTimeoutMs: TIMEOUT_MS },
  );
  try {
    const beganAt = performance.now();
    const waiting = app.action("stuck:waitingAction");
    await expect(waiting).rejects.toThrow("was ended");
    // The time allowed for loading is longer.
    expect(performance.now() - beganAt).toBeLessThan(25_000);
  } finally {
    await app.stop();
  }
});

const CROWD = `
export const busy = action(async () => {
  const end = Date.now() + 20;
  while (Date.now() < end) {}
});
export const sleep = action(() => new Promise((resolve) => setTimeout(resolve, 1)));
`;

test("timers in the worker run while many actions arrive", async () => {
  const app = await TestApp.start({ "": { "crowd.js": CROWD } });
  try {
    const order: string[] = [];
    const run = async (name: string) => {
      await app.action(`crowd:${name}`);
      order.push(name);
    };
    const busy = Array.from({ length: 100 }, () => "busy");
    await Promise.all(["sleep", ...busy].map(run));
    expect(order.indexOf("sleep")).toBeLessThan(50);
  } finally {
    await app.stop();
  }
});
