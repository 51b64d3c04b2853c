import { behaviours } from "./harness/behaviours.ts";
import { textsOf } from "./harness/fixtures.ts";

behaviours("actions", {}, [
  {
    title: "an action calls other actions",
    run: (d) => d.action("actions:quadruple", { n: 3 }),
    is: 12,
  },
  {
    title: "keeps what an action's mutations wrote when the action fails",
    run: async (d) => {
      await d.action("actions:failAfterMutation").catch(() => undefined);
      return textsOf(d);
    },
    is: ["kept"],
  },
  {
    title: "an action continues after a failed mutation",
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
    title: "an action runs mutations in parallel",
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
    title: "an action is not a transaction",
    run: (d) => d.action("actions:metrics"),
    failsWith: "getTransactionMetrics",
  },
  {
    title: "an action fails with its own error",
    run: (d) => d.action("actions:failAfterMutation"),
    failsWith: "after the mutation",
  },
]);
