/**
 * Functions that end while calls they have begun are still running. As on
 * Convex, a function that returns still finishes what it has begun, and a
 * function that throws stops at once.
 */
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { ANYONE } from "../contract/callers.ts";
import {
  callOf,
  eventually,
  TestApp,
} from "../../../test/support/fixtureApp.ts";

const CHILD = `
export const add = mutation({
  args: { text: v.string(), fails: v.optional(v.boolean()) },
  handler: async (ctx, { text, fails }) => {
    for (const part of [1, 2, 3]) {
      await ctx.db.insert("notes", { text: text + part });
      await ctx.db.query("notes").first();
    }
    if (fails) throw new Error("No " + text);
    return text;
  },
});
export const list = query(async (ctx) =>
  (await ctx.db.query("notes").collect()).map(({ text }) => text));
`;

const APP = `
const add = f("child:add");
const turns = async (count) => { for (let i = 0; i < count; i++) await null; };
export const forget = mutation(async (ctx) => {
  void ctx.runMutation(add, { text: "a" });
  await turns(2);
  return "returned";
});
export const race = mutation(async (ctx) => await Promise.race(
  ["a", "b", "c"].map((text) => ctx.runMutation(add, { text }))));
export const firstOfThree = mutation(async (ctx) => {
  const calls = ["a", "b", "c"].map((text) => ctx.runMutation(add, { text }));
  return await calls[0];
});
export const caught = mutation(async (ctx) => {
  try {
    await Promise.all([
      ctx.runMutation(add, { text: "a", fails: true }),
      ctx.runMutation(add, { text: "b" }),
      ctx.runMutation(add, { text: "c" }),
    ]);
  } catch (error) {
    return "caught";
  }
});
export const forgetWork = mutation(async (ctx) => {
  void (async () => {
    for (const text of ["a", "b", "c"]) await ctx.db.insert("notes", { text });
    await ctx.runMutation(add, { text: "d" });
    await ctx.db.insert("notes", { text: "e" });
  })();
  return "returned";
});
export const forgetFailing = mutation(async (ctx) => {
  await ctx.db.insert("notes", { text: "own" });
  void ctx.runMutation(add, { text: "a", fails: true });
  return "returned";
});
export const forgetThenThrow = mutation(async (ctx) => {
  void ctx.runMutation(add, { text: "a" }).catch(() => {});
  await turns(2);
  throw new Error("own failure");
});
export const middle = internalMutation({
  args: { throws: v.boolean() },
  handler: async (ctx, { throws }) => {
    await ctx.db.insert("notes", { text: "middle" });
    void ctx.runMutation(add, { text: "inner" }).catch(() => {});
    await turns(4);
    if (throws) throw new Error("middle failed");
    return "middle";
  },
});
export const forgetInNested = mutation({
  args: { throws: v.boolean() },
  handler: async (ctx, { throws }) => {
    await ctx.db.insert("notes", { text: "before" });
    const result = await ctx
      .runMutation(f("app:middle"), { throws })
      .catch(() => "caught");
    await ctx.db.insert("notes", { text: "after" });
    await turns(50);
    return result;
  },
});
export const limited = mutation(async (ctx) => {
  await ctx.runMutation(f("app:middle"), { throws: true }, { transactionLimits: { documentsWritten: 2 } })
    .catch(() => null);
  for (const text of ["x", "y", "z"]) await ctx.db.insert("notes", { text });
});
export const queryForgets = query(async (ctx) => {
  void ctx.runQuery(f("child:list"));
  return "returned";
});
export const snapshotForgotten = mutation(async (ctx) => {
  void ctx.runQuery(f("child:list"), {}, { useStaleSnapshot: true });
  return "returned";
});
export const never = mutation(async (ctx) => {
  void ctx.runMutation(f("app:hanging"));
  return "returned";
});
export const hanging = internalMutation(() => new Promise(() => {}));
export const wipe = mutation(async (ctx) => {
  for (const { _id } of await ctx.db.query("notes").collect()) {
    await ctx.db.delete(_id);
  }
});
export const schedule = mutation({
  args: { path: v.string() },
  handler: async (ctx, { path }) => await ctx.scheduler.runAfter(0, f(path)),
});
export const state = query({
  args: { id: v.id("_scheduled_functions") },
  handler: async (ctx, { id }) => (await ctx.db.system.get(id)).state,
});
export const inComponent = mutation(async (ctx) => {
  void ctx.runMutation(components.inner.child.add, { text: "a" });
  await turns(2);
  return "returned";
});
export const componentList = query((ctx) => ctx.runQuery(components.inner.child.list));
export const acting = action(async (ctx) => {
  void ctx.runMutation(f("app:forget"));
  return await ctx.runMutation(f("app:race"));
});
export const proxied = query(() => { throw hostile(); });
export const inherited = mutation(() => { throw Object.create(hostile()); });
export const handed = mutation(async (ctx) => await ctx.runMutation(f("app:inherited")));
export const strange = mutation(() => {
  throw Object.setPrototypeOf(new Error("strange"), hostile());
});
function hostile() {
  const fail = () => { throw proxy; };
  const proxy = new Proxy({}, {
    get: fail, getPrototypeOf: fail, has: fail, getOwnPropertyDescriptor: fail, ownKeys: fail,
  });
  return proxy;
}
`;

const HTTP = `
const http = httpRouter();
http.route({ path: "/forget", method: "GET", handler: httpAction(async (ctx) => {
  void ctx.runMutation(f("app:race"));
  return new Response(await ctx.runMutation(f("app:caught")));
}) });
export default http;
`;

const parts = (text: string) => [1, 2, 3].map((part) => `${text}${part}`);

describe("a function that ends before the calls it has begun", () => {
  let app: TestApp;
  const ends: string[] = [];

  beforeAll(async () => {
    app = await TestApp.start(
      {
        "": { "app.js": APP, "child.js": CHILD, "http.js": HTTP },
        inner: { "child.js": CHILD },
      },
      { onFatal: (text) => ends.push(text) },
    );
  });
  afterAll(() => app.stop());
  beforeEach(() => app.mutation("app:wipe"));

  const notes = () => app.query("child:list");

  test("lets a forgotten mutation finish", async () => {
    expect(await app.mutation("app:forget")).toBe("returned");
    expect(await notes()).toEqual(parts("a"));
  });

  test("lets the losers of a race finish", async () => {
    expect(await app.mutation("app:race")).toBe("a");
    expect(await notes()).toEqual(["a", "b", "c"].flatMap(parts));
  });

  test("lets those finish that it does not wait for", async () => {
    expect(await app.mutation("app:firstOfThree")).toBe("a");
    expect(await notes()).toEqual(["a", "b", "c"].flatMap(parts));
  });

  test("keeps the siblings of a call whose failure it catches", async () => {
    expect(await app.mutation("app:caught")).toBe("caught");
    expect(await notes()).toEqual(["b", "c"].flatMap(parts));
  });

  test("lets forgotten work go on to its end", async () => {
    expect(await app.mutation("app:forgetWork")).toBe("returned");
    expect(await notes()).toEqual(["a", "b", "c", ...parts("d"), "e"]);
  });

  test("fails with a forgotten call whose failure nobody handles", async () => {
    await expect(app.mutation("app:forgetFailing")).rejects.toThrow("No a");
    expect(await notes()).toEqual([]);
  });

  test("stops everything if it throws", async () => {
    await expect(app.mutation("app:forgetThenThrow")).rejects.toThrow(
      "own failure",
    );
    expect(await notes()).toEqual([]);
  });

  test("a nested function finishes what it has begun before its caller goes on", async () => {
    const result = await app.mutation("app:forgetInNested", { throws: false });
    expect(result).toBe("middle");
    expect(await notes()).toEqual([
      "before",
      "middle",
      ...parts("inner"),
      "after",
    ]);
  });

  test("a nested function that throws takes what it has begun with it", async () => {
    const result = await app.mutation("app:forgetInNested", { throws: true });
    expect(result).toBe("caught");
    expect(await notes()).toEqual(["before", "after"]);
  });

  test("the limits of a nested function end with it", async () => {
    await app.mutation("app:limited");
    expect(await notes()).toEqual(["x", "y", "z"]);
  });

  test("a query finishes its queries", async () => {
    expect(await app.query("app:queryForgets")).toBe("returned");
    expect(await app.mutation("app:snapshotForgotten")).toBe("returned");
  });

  test.each(["app:forget", "app:race", "app:caught"])(
    "a scheduled %s completes",
    async (path) => {
      const id = await app.mutation("app:schedule", { path });
      const state = () => app.query("app:state", { id });
      await expect.poll(state).toEqual({ kind: "success" });
    },
  );

  test("a scheduled function that fails with forgotten calls is recorded", async () => {
    const path = "app:forgetThenThrow";
    const id = await app.mutation("app:schedule", { path });
    await expect
      .poll(() => app.query("app:state", { id }))
      .toMatchObject({ kind: "failed" });
    expect(await notes()).toEqual([]);
  });

  test("mutations of components finish too", async () => {
    expect(await app.mutation("app:inComponent")).toBe("returned");
    expect(await app.query("app:componentList")).toEqual(parts("a"));
  });

  test("actions call such mutations", async () => {
    expect(await app.action("app:acting")).toBe("a");
    const { body } = await app.runtime.runHttpAction({
      method: "GET",
      url: "http://127.0.0.1:2/forget",
      headers: [],
      body: null,
      caller: ANYONE,
    });
    expect(await new Response(body).text()).toBe("caught");
  });

  test.each([
    ["query", "app:proxied"],
    ["mutation", "app:inherited"],
    ["mutation", "app:strange"],
    ["mutation", "app:handed"],
  ] as const)("a %s may throw what cannot be read: %s", async (kind, path) => {
    await expect(app[kind](path)).rejects.toThrow("Uncaught");
  });

  test("a live query may throw what cannot be read", async () => {
    app.runtime.subscribe(1, callOf("app:proxied"), null);
    const latest = await eventually(() => app.latest(1));
    expect(latest.ok).toBe(false);
    app.runtime.unsubscribe(1);
  });

  test("none of this ends the server", async () => {
    expect(ends).toEqual([]);
    expect(await app.mutation("app:forget")).toBe("returned");
  });
});

test("a call that never ends costs the time limit", async () => {
  const ends: string[] = [];
  const app = await TestApp.start(
    { "": { "app.js": APP } },
    { onFatal: (text) => ends.push(text), functionTimeoutMs: 1_000 },
  );
  try {
    await expect(app.mutation("app:never")).rejects.toThrow(
      "did not return within",
    );
    expect(ends).toEqual([]);
  } finally {
    await app.stop();
  }
});
