import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";

function start(d: Deployment, text: string): Promise<string> {
  return d.mutation<string>("scheduler:start", {
    kind: "mutation",
    afterMs: 60_000,
    text,
  });
}

function store(d: Deployment): Promise<string> {
  return d.action<string>("files:store", { text: "a verse" });
}

const readOnly = {
  convexTest: { is: null },
  embedded: { failsWith: "System tables (prefixed with `_`) are read-only." },
  why: "system documents cannot be patched, replaced or deleted by their IDs; on convex-test they can",
  wanted: true,
} as const;

behaviours("system tables", {}, [
  {
    title: "a job is read by its id",
    run: async (d) => {
      const id = await start(d, "one");
      const job = await d.query<{ _id: string }>("systemTables:get", { id });
      return job._id === id;
    },
    is: true,
  },
  {
    title: "jobs are queried, ordered and filtered",
    run: async (d) => {
      await start(d, "one");
      await start(d, "two");
      const jobs = await d.query<{ args: unknown[] }[]>("systemTables:pending");
      return jobs.map(({ args }) => args);
    },
    is: [[{ text: "two" }], [{ text: "one" }]],
  },
  {
    title: "db.system does not query user tables",
    run: (d) => d.query("systemTables:queryUser"),
    failsWith: "User tables can only be accessed from db.query()",
  },
  ...["_storage", "_scheduled_functions"].map((table) => ({
    title: `db.query does not read ${table}`,
    run: (d: Deployment) =>
      d.query("systemTables:queryWithoutSystem", { table }),
    failsWith: "db.system",
  })),
  {
    title: "db.get does not read system documents",
    run: async (d) =>
      d.query("systemTables:getWithoutSystem", { id: await store(d) }),
    differs: {
      convexTest: { is: true },
      embedded: { failsWith: "db.system" },
      why: "system documents can be read only through `db.system`; on convex-test `db.get` returns them too",
      wanted: true,
    },
  },
  {
    title: "system tables reject inserts",
    run: (d) => d.mutation("systemTables:insert", { table: "_storage" }),
    failsWith: "System tables (prefixed with `_`) are read-only.",
  },
  {
    title: "system documents cannot be patched",
    run: async (d) => d.mutation("systemTables:patch", { id: await store(d) }),
    differs: readOnly,
  },
  {
    title: "db.delete does not delete system documents",
    run: async (d) =>
      d.mutation("systemTables:remove", { id: await start(d, "x") }),
    differs: readOnly,
  },
  {
    title: "normalizeId works for system tables",
    run: async (d) => {
      const id = await store(d);
      const normalize = (table: string) =>
        d.query("systemTables:normalize", { table, id });
      return [
        (await normalize("_storage")) === id,
        await normalize("_scheduled_functions"),
      ];
    },
    is: [true, null],
  },
]);
