import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANYONE } from "../../contract/callers.ts";
import { callOf, TestApp } from "../../../../test/support/fixtureApp.ts";

const MESSAGES = `
export const send = mutation({
  args: { body: v.string() },
  returns: v.id("messages"),
  handler: (ctx, { body }) => ctx.db.insert("messages", { body }),
});
export const list = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("messages").collect()).map((m) => m.body),
});
export const explode = mutation({
  handler: async (ctx) => {
    await ctx.db.insert("messages", { body: "never" });
    throw new Error("no such luck");
  },
});
export const refuse = mutation(async () => {
  throw new ConvexError({ code: "NO", left: 3n });
});
export const secret = internalQuery(async () => "secret");
export const wrongReturn = query({ returns: v.string(), handler: async () => 5 });
export const sendAndCatch = mutation(async (ctx) => {
  await ctx.db.insert("messages", { body: "kept" });
  try {
    await ctx.runMutation(f("messages:explode"));
  } catch (error) {
    return error.message;
  }
});
export const catchRefusal = mutation(async (ctx) => {
  try {
    await ctx.runMutation(f("messages:refuse"));
  } catch (error) {
    return { isConvexError: error instanceof ConvexError, data: error.data };
  }
});
export const parallel = mutation(async (ctx) => {
  await Promise.allSettled([
    ctx.runMutation(f("messages:send"), { body: "a" }),
    ctx.runMutation(f("messages:explode")),
    ctx.db.insert("messages", { body: "b" }),
    ctx.runMutation(f("messages:send"), { body: "c" }),
  ]);
});
export const whatCommitted = mutation(async (ctx) => {
  await ctx.db.insert("messages", { body: "uncommitted" });
  const own = await ctx.runQuery(f("messages:list"));
  const stale = await ctx.runQuery(f("messages:list"), {}, { useStaleSnapshot: true });
  return { own: own.includes("uncommitted"), stale: stale.includes("uncommitted") };
});
export const fetching = query(async () => { await fetch("http://127.0.0.1"); });
export const sleeping = mutation(async () => { setTimeout(() => {}, 1); });
export const logs = query(async () => { console.log("hello", { a: 1 }); console.warn(1); });
export const environment = query(async () => Object.keys(process.env).sort());
export const clock = query(async () => {
  const before = Date.now();
  for (let i = 0; i < 2e6; i++) Math.sqrt(i);
  return Date.now() - before + (new Date().getTime() - before);
});
`;

describe("queries and mutations", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ "": { "messages.js": MESSAGES } });
  });
  afterAll(() => app.stop());

  test("a query sees what a mutation wrote", async () => {
    await app.mutation("messages:send", { body: "hi" });
    expect(await app.query("messages:list")).toContain("hi");
  });

  test("a mutation that throws leaves nothing behind", async () => {
    const outcome = await app.runtime.runMutation(callOf("messages:explode"));
    expect(outcome).toMatchObject({ ok: false, ts: "0" });
    expect(outcome.ok ? "" : outcome.errorMessage).toMatch(
      /^\[Request ID: \w+\] Server Error\nUncaught Error: no such luck\n {4}at handler \(\.\.\/convex\/.*messages\.js:\d+:\d+\)/,
    );
    expect(await app.query("messages:list")).not.toContain("never");
  });

  test("a ConvexError carries its data", async () => {
    const outcome = await app.runtime.runMutation(callOf("messages:refuse"));
    expect(outcome).toMatchObject({
      ok: false,
      errorData: { code: "NO", left: { $integer: "AwAAAAAAAAA=" } },
    });
  });

  test("a nested mutation that throws rolls back alone", async () => {
    expect(await app.mutation("messages:sendAndCatch")).toMatch(/no such luck/);
    const bodies = await app.query("messages:list");
    expect(bodies).toContain("kept");
    expect(bodies).not.toContain("never");
  });

  test("a caught ConvexError of a nested mutation has its data", async () => {
    expect(await app.mutation("messages:catchRefusal")).toEqual({
      isConvexError: true,
      data: { code: "NO", left: { $integer: "AwAAAAAAAAA=" } },
    });
  });

  test("nested calls in parallel do not mix their writes", async () => {
    await app.mutation("messages:parallel");
    const bodies = await app.query("messages:list");
    expect(bodies).toEqual(expect.arrayContaining(["a", "b", "c"]));
    expect(bodies).not.toContain("never");
  });

  test("a snapshot query does not see its caller's writes", async () => {
    expect(await app.mutation("messages:whatCommitted")).toEqual({
      own: true,
      stale: false,
    });
  });

  test("validates arguments and results", async () => {
    await expect(app.mutation("messages:send", { body: 1 })).rejects.toThrow(
      /ArgumentValidationError: Value does not match validator.\nPath: .body/,
    );
    await expect(app.query("messages:wrongReturn")).rejects.toThrow(
      /ReturnsValidationError/,
    );
  });

  test("refuses internal, missing and mistyped functions", async () => {
    await expect(app.query("messages:secret")).rejects.toThrow(
      "Could not find public function",
    );
    await expect(app.query("messages:nothing")).rejects.toThrow(
      "Could not find public function",
    );
    await expect(app.mutation("messages:list")).rejects.toThrow(
      "Trying to execute messages:list as Mutation, but it is defined as Query.",
    );
  });

  test("an admin can call internal functions and system queries", async () => {
    const asAdmin = (path: string) =>
      app.runtime.runQuery(callOf(path, {}, { ...ANYONE, isAdmin: true }));
    expect(await asAdmin("messages:secret")).toMatchObject({ ok: true });
    expect(await asAdmin("_system/tables")).toMatchObject({
      ok: true,
      valueJson: '["messages"]',
    });
    await expect(app.query("_system/tables")).rejects.toThrow(
      "Could not find public function",
    );
  });

  test("queries and mutations cannot use the network or timers", async () => {
    await expect(app.query("messages:fetching")).rejects.toThrow(
      "Can't use fetch() in queries and mutations",
    );
    await expect(app.mutation("messages:sleeping")).rejects.toThrow(
      "Can't use setTimeout in queries and mutations",
    );
  });

  test("log lines come with the result", async () => {
    const outcome = await app.runtime.runQuery(callOf("messages:logs"));
    expect(outcome.logLines).toEqual(["[LOG] 'hello' { a: 1 }", "[WARN] 1"]);
  });

  test("functions see only the deployment's environment", async () => {
    await app.runtime.updateEnvironment([{ name: "OWN", value: "1" }]);
    expect(await app.query("messages:environment")).toEqual([
      "CONVEX_CLOUD_URL",
      "CONVEX_SITE_URL",
      "OWN",
    ]);
  });

  test("a variable may have any name", async () => {
    const names = ["ts", "logLines"];
    const set = names.map((name) => ({ name, value: "x" }));
    await app.runtime.updateEnvironment(set);
    expect(app.runtime.environment).toMatchObject({ ts: "x", logLines: "x" });
    const unset = names.map((name) => ({ name, value: null }));
    await app.runtime.updateEnvironment(unset);
  });

  test("time stands still within a call", async () => {
    expect(await app.query("messages:clock")).toBe(0);
  });
});
