import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";

behaviours("nested mutations", {}, [
  {
    title: "a successful child's writes are kept",
    run: (d) => d.mutation("nested:addAndCatch", { fails: false }),
    is: ["before", "child", "after"],
  },
  {
    title: "a failed child rolls back only its own writes",
    run: (d) => d.mutation("nested:addAndCatch", { fails: true }),
    is: ["before", "after"],
  },
  {
    title: "writes outside a failed child are committed",
    run: async (d) => {
      await d.mutation("nested:addAndCatch", { fails: true });
      return textsOf(d);
    },
    is: ["before", "after"],
  },
  {
    title: "a child within its limits succeeds",
    run: (d) => d.mutation("nested:limited", { documentsWritten: 3 }),
    is: ["before", "before", "child", "after"],
  },
  {
    title: "a child beyond its limits fails and its parent continues",
    run: (d) => d.mutation("nested:limited", { documentsWritten: 2 }),
    is: ["before", "instead"],
  },
  {
    title: "a failed parent rolls back its children",
    run: async (d) => {
      await d.mutation("nested:failAfterChild").catch(() => undefined);
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "failures at two depths roll back separately",
    run: (d) => d.mutation("nested:deep"),
    is: ["before", "after"],
  },
  {
    title: "a child returns its result",
    run: (d) => d.mutation("nested:returned"),
    is: "QUIET",
  },
  {
    title: "a child's ConvexError keeps its data",
    run: (d) => d.mutation("nested:refusedData", { data: { code: "NO" } }),
    is: { code: "NO" },
  },
  {
    title: "a child's ConvexError keeps integers in its data",
    run: (d) => d.mutation("nested:refusedData", { data: { at: 1n } }),
    differs: {
      convexTest: { is: null },
      embedded: { is: { at: 1n } },
      why: "the data of a ConvexError from a nested call can be any value; on convex-test, integers and bytes break it",
      wanted: true,
    },
  },
  {
    title: "a child's arguments are validated",
    run: (d) => d.mutation("nested:badArgs"),
    failsWith: "string",
  },
  {
    title: "a child reads its parent's writes",
    run: (d) => d.mutation("nested:seesOwnWrites"),
    is: ["own"],
  },
  {
    title: "a stale snapshot does not contain the parent's writes",
    run: (d) => d.mutation("nested:stale"),
    is: [],
  },
  {
    title: "parallel children run one after another",
    run: (d) => d.mutation("nested:inParallel"),
    is: ["one", "three"],
  },
  {
    title: "a query calls a query",
    run: (d) => d.query("nested:queryInQuery"),
    is: [],
  },
  {
    title: "jobs scheduled by a failed child do not run",
    run: async (d) => {
      await d.mutation("nested:scheduleRolledBack");
      await d.settle();
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "a mutation calls a function by its handle",
    run: async (d) => [await d.mutation("nested:byHandle"), await textsOf(d)],
    is: ["HANDLED", ["handled"]],
  },
]);
