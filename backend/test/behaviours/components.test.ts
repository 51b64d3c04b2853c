import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";
import { randomUUID } from "node:crypto";

/** Returns a unique key, because component data outlives a test. */
function fresh(): string {
  return randomUUID();
}

behaviours("components", {}, [
  {
    title: "an app calls a component's mutation and query",
    run: async (d) => {
      const account = fresh();
      await d.mutation("components:add", { account, amount: 2 });
      return d.mutation("components:add", { account, amount: 3 });
    },
    is: 5,
  },
  {
    title: "an action calls a component",
    run: (d) => d.action("components:viaAction", { account: fresh() }),
    is: 5,
  },
  {
    title: "a component's writes are rolled back if the caller fails",
    run: async (d) => {
      const account = fresh();
      await d
        .mutation("components:addAndFail", { account })
        .catch(() => undefined);
      return d.query("components:total", { account });
    },
    is: 0,
  },
  {
    title: "a component's ConvexError reaches its caller",
    run: (d) => d.mutation("components:refused", { account: fresh() }),
    is: { code: "NEGATIVE", amount: -1 },
  },
  {
    title: "an app cannot call a component's internal functions",
    run: (d) => d.query("components:hidden"),
    differs: {
      convexTest: { is: 1 },
      embedded: { failsWith: "Could not find" },
      why: "apps cannot call internal functions of their components; on convex-test they can",
      wanted: true,
    },
  },
  {
    title: "a component calls its own component",
    run: async (d) => {
      const before = await d.query<number>("components:kept");
      const text = fresh();
      const after = await d.mutation<number>("components:keep", {
        text,
        fails: false,
      });
      return after - before;
    },
    is: 1,
  },
  {
    title: "a failing component rolls back its own component's writes",
    run: async (d) => {
      const before = await d.query<number>("components:kept");
      const text = fresh();
      const after = await d.mutation<number>("components:keep", {
        text,
        fails: true,
      });
      return after - before;
    },
    is: 0,
  },
  {
    title: "an app cannot call components of its components",
    run: (d) => d.query("components:grandchild"),
    failsWith: "vault",
  },
  {
    title: "a component calls an internal function back through a handle",
    run: async (d) => {
      await d.mutation("components:callBack", { text: "called back" });
      return textsOf(d);
    },
    is: ["called back"],
  },
  {
    title: "a component knows its path",
    run: async (d) => {
      const { name, componentPath } =
        await d.query<Record<string, unknown>>("components:own");
      return { name, componentPath };
    },
    is: { name: "entries:own", componentPath: "ledger" },
  },
  {
    title: "a component's ids are separate from the app's",
    run: (d) => d.mutation("components:isForeign", { account: fresh() }),
    is: { here: null, there: true },
  },
  {
    title: "the rate limiter accepts calls within the limit",
    run: async (d) => {
      const key = fresh();
      return [
        await d.mutation("components:limit", { key }),
        await d.mutation("components:limit", { key }),
      ];
    },
    is: [true, true],
  },
  {
    title: "the rate limiter rejects calls beyond the limit",
    run: async (d) => {
      const key = fresh();
      for (let i = 0; i < 2; i += 1) {
        await d.mutation("components:limit", { key });
      }
      return d.mutation("components:limit", { key });
    },
    is: false,
  },
  {
    title: "the rate limiter limits each key separately",
    run: async (d) => {
      const key = fresh();
      for (let i = 0; i < 3; i += 1) {
        await d.mutation("components:limit", { key });
      }
      return d.mutation("components:limit", { key: fresh() });
    },
    is: true,
  },
  {
    title: "the rate limiter throws an error with its kind and name",
    run: async (d) => {
      const key = fresh();
      for (let i = 0; i < 2; i += 1) {
        await d.mutation("components:limit", { key });
      }
      try {
        await d.mutation("components:limitOrThrow", { key });
        return null;
      } catch (error) {
        const { kind, name } = (error as { data: Record<string, unknown> })
          .data; // a ConvexError
        return { kind, name };
      }
    },
    is: { kind: "RateLimited", name: "twice" },
  },
  {
    title: "the rate limiter does not count failed mutations",
    run: async (d) => {
      const key = fresh();
      for (let i = 0; i < 3; i += 1) {
        await d
          .mutation("components:limitAndFail", { key })
          .catch(() => undefined);
      }
      return d.mutation("components:limit", { key });
    },
    is: true,
  },
]);
