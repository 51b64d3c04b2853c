import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";

behaviours("nested mutations", {}, [
  {
    title: "a child that succeeds has its effect",
    run: (d) => d.mutation("nested:addAndCatch", { fails: false }),
    is: ["before", "child", "after"],
  },
  {
    title: "a child that fails takes its own writes along, no others",
    run: (d) => d.mutation("nested:addAndCatch", { fails: true }),
    is: ["before", "after"],
  },
  {
    title: "what is left after a failed child is committed",
    run: async (d) => {
      await d.mutation("nested:addAndCatch", { fails: true });
      return textsOf(d);
    },
    is: ["before", "after"],
  },
  {
    title: "a child within its limits",
    run: (d) => d.mutation("nested:limited", { documentsWritten: 3 }),
    is: ["before", "before", "child", "after"],
  },
  {
    title: "a child beyond its limits fails, and its parent can go on",
    run: (d) => d.mutation("nested:limited", { documentsWritten: 2 }),
    is: ["before", "instead"],
  },
  {
    title: "a parent that fails takes its children along",
    run: async (d) => {
      await d.mutation("nested:failAfterChild").catch(() => undefined);
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "failures at two depths",
    run: (d) => d.mutation("nested:deep"),
    is: ["before", "after"],
  },
  {
    title: "a child's result",
    run: (d) => d.mutation("nested:returned"),
    is: "QUIET",
  },
  {
    title: "a child's data of a ConvexError",
    run: (d) => d.mutation("nested:refusedData", { data: { code: "NO" } }),
    is: { code: "NO" },
  },
  {
    title: "a child's data of a ConvexError, with an integer",
    run: (d) => d.mutation("nested:refusedData", { data: { at: 1n } }),
    differs: {
      convexTest: { is: null },
      embedded: { is: { at: 1n } },
      why: "the data of a nested call's ConvexError may be any value; integers and bytes break it on convex-test",
      wanted: true,
    },
  },
  {
    title: "a child's arguments are checked",
    run: (d) => d.mutation("nested:badArgs"),
    failsWith: "string",
  },
  {
    title: "a child reads what its parent has written",
    run: (d) => d.mutation("nested:seesOwnWrites"),
    is: ["own"],
  },
  {
    title: "a stale snapshot is that of before",
    run: (d) => d.mutation("nested:stale"),
    is: [],
  },
  {
    title: "children in parallel run one after the other",
    run: (d) => d.mutation("nested:inParallel"),
    is: ["one", "three"],
  },
  {
    title: "a query calls a query",
    run: (d) => d.query("nested:queryInQuery"),
    is: [],
  },
  {
    title: "what a failed child has scheduled does not run",
    run: async (d) => {
      await d.mutation("nested:scheduleRolledBack");
      await d.settle();
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "a call by a handle",
    run: async (d) => [await d.mutation("nested:byHandle"), await textsOf(d)],
    is: ["HANDLED", ["handled"]],
  },
]);
