import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";
import { randomUUID } from "node:crypto";

/** What a component keeps outlives a test. */
function fresh(): string {
  return randomUUID();
}

behaviours("components", {}, [
  {
    title: "a mutation of a component, and its query",
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
    title: "a component's writes go with a caller that fails",
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
    title: "internal functions of a component are not to be seen",
    run: (d) => d.query("components:hidden"),
    differs: {
      convexTest: { is: 1 },
      embedded: { failsWith: "Could not find" },
      why: "an app does not reach internal functions of its components; on convex-test it does",
      wanted: true,
    },
  },
  {
    title: "a component within a component",
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
    title: "a component that fails takes its own component along",
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
    title: "an app does not reach components of its components",
    run: (d) => d.query("components:grandchild"),
    failsWith: "vault",
  },
  {
    title: "a component calls back by a handle, to an internal function",
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
    title: "ids of a component are its own",
    run: (d) => d.mutation("components:isForeign", { account: fresh() }),
    is: { here: null, there: true },
  },
  {
    title: "rate limiter: within the limit",
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
    title: "rate limiter: beyond it",
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
    title: "rate limiter: others have limits of their own",
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
    title: "rate limiter: the error of what is refused",
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
    title: "rate limiter: what fails does not count",
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
