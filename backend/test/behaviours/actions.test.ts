import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";

behaviours("actions", {}, [
  {
    title: "an action calls actions",
    run: (d) => d.action("actions:quadruple", { n: 3 }),
    is: 12,
  },
  {
    title: "what an action's mutation has written stays when the action fails",
    run: async (d) => {
      await d.action("actions:failAfterMutation").catch(() => undefined);
      return textsOf(d);
    },
    is: ["kept"],
  },
  {
    title: "an action goes on after a mutation that failed",
    run: (d) => d.action("actions:catches"),
    is: ["kept"],
  },
  {
    title: "the data of a mutation's ConvexError reaches the action",
    run: (d) =>
      d.action("actions:refusedData", { data: { code: "NO", at: 1n } }),
    is: { code: "NO", at: 1n },
  },
  {
    title: "the message of a mutation's error reaches the action",
    run: (d) => d.action("actions:message"),
    is: true,
  },
  {
    title: "mutations in parallel",
    run: (d) => d.action("actions:inParallel"),
    is: ["a", "b", "c"],
  },
  {
    title: "an action has timers",
    run: (d) => d.action("actions:waits"),
    is: "waited",
  },
  {
    title: "an action has no database",
    run: (d) => d.action("actions:database"),
    is: false,
  },
  {
    title: "an action is no transaction",
    run: (d) => d.action("actions:metrics"),
    failsWith: "getTransactionMetrics",
  },
  {
    title: "an error of an action",
    run: (d) => d.action("actions:failAfterMutation"),
    failsWith: "after the mutation",
  },
]);
