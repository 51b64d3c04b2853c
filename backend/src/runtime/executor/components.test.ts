import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../contract/callers.ts";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const APP = `
export const bump = mutation(async (ctx) => {
  await ctx.db.insert("counters", { of: "app" });
  return await ctx.runMutation(components.tally.lib.add, {});
});
export const bumpAndThrow = mutation(async (ctx) => {
  await ctx.runMutation(components.tally.lib.add, {});
  throw new Error("after the component");
});
export const tallies = query(async (ctx) => ({
  app: (await ctx.db.query("counters").collect()).length,
  tally: await ctx.runQuery(components.tally.lib.count, {}),
  other: await ctx.runQuery(components.other.lib.count, {}),
}));
export const secret = query((ctx) => ctx.runQuery(components.tally.lib.hidden, {}));
export const who = query((ctx) => ctx.runQuery(components.tally.lib.who, {}));
export const viaAction = action((ctx) => ctx.runMutation(components.tally.lib.add, {}));
export const handle = mutation(async (ctx) => createFunctionHandle(f("app:marked")));
export const marked = internalMutation(async (ctx, { by }) => { await ctx.db.insert("marks", { by }); });
export const marks = query(async (ctx) => (await ctx.db.query("marks").collect()).map((m) => m.by));
export const callBack = mutation(async (ctx) =>
  ctx.runMutation(components.tally.lib.callBack, { handle: await createFunctionHandle(f("app:marked")) }));
export const scheduleBack = mutation(async (ctx) =>
  ctx.runMutation(components.tally.lib.scheduleBack, { handle: await createFunctionHandle(f("app:marked")) }));
export const stamp = mutation(async (ctx) => {
  const id = await ctx.db.insert("stamps", { at: ctx.db.vars.commitTs });
  return id;
});
export const stampOf = query((ctx, { id }) => ctx.db.get(id));
`;

const LIB = `
export const add = mutation(async (ctx) => {
  await ctx.db.insert("counters", {});
  const { name, componentPath } = await ctx.meta.getFunctionMetadata();
  const { documentsWritten } = await ctx.meta.getTransactionMetrics();
  return { name, componentPath, written: documentsWritten.used };
});
export const count = query(async (ctx) => (await ctx.db.query("counters").collect()).length);
export const hidden = internalQuery(async () => 1);
export const who = query(async (ctx) => await ctx.auth.getUserIdentity());
export const callBack = mutation((ctx, { handle }) => ctx.runMutation(handle, { by: "handle" }));
export const scheduleBack = mutation((ctx, { handle }) => ctx.scheduler.runAfter(0, handle, { by: "schedule" }));
`;

describe("components", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      "": { "app.js": APP },
      tally: { "lib.js": LIB },
      other: { "lib.js": LIB },
    });
  });
  afterAll(() => app.stop());

  test("each mount has its own tables, and one transaction spans them", async () => {
    expect(await app.mutation("app:bump")).toEqual({
      name: "lib:add",
      componentPath: "tally",
      written: 2,
    });
    await app.runtime.runMutation(callOf("app:bumpAndThrow"));
    expect(await app.query("app:tallies")).toEqual({
      app: 1,
      tally: 1,
      other: 0,
    });
  });

  test("a parent sees only public functions of a child, and clients see none", async () => {
    await expect(app.query("app:secret")).rejects.toThrow(
      "Could not find function",
    );
    const call = { ...callOf("lib:count"), component: "tally" };
    expect(await app.runtime.runQuery(call)).toMatchObject({
      ok: false,
      errorMessage: expect.stringContaining(
        "Could not find public function for 'lib:count'",
      ) as string,
    });
    const asAdmin = { ...call, caller: ADMIN };
    expect(await app.runtime.runQuery(asAdmin)).toMatchObject({ ok: true });
  });

  test("a component sees no identity", async () => {
    const identity = { tokenIdentifier: "t", subject: "me", issuer: "i" };
    const outcome = await app.runtime.runQuery(
      callOf("app:who", {}, { ...ADMIN, identity }),
    );
    expect(outcome).toMatchObject({ ok: true, valueJson: "null" });
  });

  test("an action calls into a component", async () => {
    expect(await app.action("app:viaAction")).toMatchObject({
      componentPath: "tally",
    });
  });

  test("a handle reaches an internal function of the component that made it", async () => {
    expect(await app.mutation("app:handle")).toBe("function://;app:marked");
    await app.mutation("app:callBack");
    await app.mutation("app:scheduleBack");
    await eventually(
      async () => ((await app.query("app:marks")) as string[]).length === 2,
    );
    expect(await app.query("app:marks")).toEqual(["handle", "schedule"]);
  });

  test("a commit timestamp is the timestamp of the commit", async () => {
    const outcome = await app.runtime.runMutation(callOf("app:stamp"));
    const id = outcome.ok ? (JSON.parse(outcome.valueJson) as string) : "";
    const { at } = (await app.query("app:stampOf", { id })) as {
      at: { $integer: string };
    };
    const bytes = Buffer.from(at.$integer, "base64");
    expect(bytes.readBigUInt64LE().toString()).toBe(outcome.ts);
  });
});

test("files of a component that is no longer deployed keep their owner", async () => {
  const app = await TestApp.start({
    "": { "app.js": "" },
    shelf: { "lib.js": "" },
  });
  try {
    const uuid = "00000000-0000-4000-8000-000000000000";
    const file = { uuid, sha256Hex: "00", sizeBytes: 1, contentType: null };
    await app.runtime.registerFile("shelf", file, null);
    await app.push({ "": { "app.js": "" } });
    expect(await app.runtime.fileUuids()).toEqual([uuid]);
  } finally {
    await app.stop();
  }
});
