import { type Behaviour, behaviours } from "./harness/behaviours.ts";
import type { Args, Deployment } from "./harness/deployment.ts";
import { textsOf } from "./harness/fixtures.ts";

interface Job {
  readonly name: string;
  readonly args: unknown[];
  readonly scheduledTime: number;
  readonly completedTime?: number;
  readonly state: { readonly kind: string; readonly error?: string };
}

function start(d: Deployment, args: Args): Promise<string> {
  return d.mutation<string>("scheduler:start", {
    afterMs: 0,
    text: "done",
    kind: "mutation",
    ...args,
  });
}

async function jobOf(d: Deployment, id: string): Promise<Job> {
  return d.query<Job>("scheduler:jobOf", { id });
}

/** Schedules a job, waits for everything that is due, and returns the job. */
async function settled(d: Deployment, args: Args): Promise<Job> {
  const id = await start(d, args);
  await d.settle();
  return jobOf(d, id);
}

const endings = {
  why: "finished scheduled functions have a `completedTime`, and an error if they failed; on convex-test they have neither",
  wanted: true,
} as const;

/** Expects that scheduling fails and that nothing runs. */
function refusedTime(title: string, path: string, args: Args): Behaviour {
  const why =
    "a time that is not a finite number is refused; on convex-test the job runs at once";
  return {
    title: `${title} is no time to run at`,
    run: async (d) => {
      await d[path.includes("Action") ? "action" : "mutation"](path, args);
      await d.settle();
      return textsOf(d);
    },
    differs: {
      convexTest: { is: ["never"] },
      embedded: { failsWith: "The time to run at must be a finite number." },
      why,
      wanted: true,
    },
  };
}

behaviours("scheduler", {}, [
  ...[NaN, Infinity, -Infinity].flatMap((at) => [
    refusedTime(String(at), "scheduler:startAt", { text: "never", at }),
    refusedTime(`${at} in an action`, "scheduler:startAtFromAction", { at }),
  ]),
  refusedTime("an invalid date", "scheduler:startAtInvalidDate", {}),
  {
    title: "a scheduled mutation runs",
    run: async (d) => {
      await settled(d, {});
      return textsOf(d);
    },
    is: ["done"],
  },
  {
    title: "a scheduled action runs",
    run: async (d) => {
      await settled(d, { kind: "action" });
      return textsOf(d);
    },
    is: ["done"],
  },
  {
    title: "a waiting job is pending",
    run: async (d) => {
      const job = await jobOf(d, await start(d, { afterMs: 60_000 }));
      const { scheduledTime, completedTime, state, args } = job;
      return [scheduledTime > Date.now(), completedTime ?? null, state, args];
    },
    is: [true, null, { kind: "pending" }, [{ text: "done" }]],
  },
  {
    title: "a job has the name of its function",
    run: async (d) =>
      (await jobOf(d, await start(d, { afterMs: 60_000 }))).name,
    differs: {
      convexTest: { is: "scheduler:write" },
      embedded: { is: "scheduler.js:write" },
      why: "a scheduled function is named `messages.js:send`, as on Convex; convex-test omits `.js`",
      wanted: true,
    },
  },
  {
    title: "a finished job has succeeded",
    run: async (d) => (await settled(d, {})).state,
    is: { kind: "success" },
  },
  {
    title: "a finished job has a completion time",
    run: async (d) => typeof (await settled(d, {})).completedTime,
    differs: {
      convexTest: { is: "undefined" },
      embedded: { is: "number" },
      ...endings,
    },
  },
  {
    title: "a failed mutation leaves nothing",
    run: async (d) => {
      await settled(d, { fails: true });
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "a failed action keeps what its mutations wrote",
    run: async (d) => {
      await settled(d, { kind: "action", fails: true });
      return textsOf(d);
    },
    is: ["done"],
  },
  {
    title: "a failed job has its error",
    run: async (d) => {
      const { kind, error = "" } = (await settled(d, { fails: true })).state;
      return [kind, error.includes("The job fails.")];
    },
    differs: {
      convexTest: { is: ["failed", false] },
      embedded: { is: ["failed", true] },
      ...endings,
    },
  },
  {
    title: "a job in the past runs at once",
    run: async (d) => {
      await d.mutation("scheduler:startAt", { text: "late", at: 1_000 });
      await d.settle();
      return textsOf(d);
    },
    is: ["late"],
  },
  {
    title: "a job in the future waits",
    run: async (d) => {
      const at = Date.now() + 3_600_000;
      const id = await d.mutation<string>("scheduler:startAt", {
        text: "late",
        at,
      });
      const { scheduledTime } = await jobOf(d, id);
      return [Math.round(scheduledTime) === at, await textsOf(d)];
    },
    is: [true, []],
  },
  {
    title: "a negative delay is rejected",
    run: (d) => start(d, { afterMs: -1 }),
    failsWith: "non-negative",
  },
  {
    title: "an infinite delay is rejected",
    run: (d) => start(d, { afterMs: Infinity }),
    failsWith: "finite",
  },
  {
    title: "a cancelled job does not run",
    run: async (d) => {
      const id = await start(d, { afterMs: 60_000 });
      await d.mutation("scheduler:cancel", { id });
      const { state } = await jobOf(d, id);
      return [state, await textsOf(d)];
    },
    is: [{ kind: "canceled" }, []],
  },
  {
    title: "a mutation cancels its own job",
    run: async (d) => {
      const state = await d.mutation("scheduler:startAndCancel");
      await d.settle();
      return [state, await textsOf(d)];
    },
    is: ["canceled", []],
  },
  {
    title: "cancelling a finished job changes nothing",
    run: async (d) => {
      const id = await start(d, {});
      await d.settle();
      await d.mutation("scheduler:cancel", { id });
      return (await jobOf(d, id)).state;
    },
    differs: {
      convexTest: { is: { kind: "canceled" } },
      embedded: { is: { kind: "success" } },
      why: "a finished scheduled function cannot be cancelled; convex-test marks it as cancelled",
      wanted: true,
    },
  },
  {
    title: "an action cancels a job",
    run: async (d) => {
      const id = await start(d, { afterMs: 60_000 });
      await d.action("scheduler:cancelFromAction", { id });
      return (await jobOf(d, id)).state;
    },
    is: { kind: "canceled" },
  },
  {
    title: "a mutation sees its own new job",
    run: (d) => d.mutation("scheduler:startAndLook"),
    is: "pending",
  },
  {
    title: "jobs of a failed mutation do not run",
    run: async (d) => {
      await d.mutation("scheduler:startAndFail").catch(() => undefined);
      await d.settle();
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "jobs of a failed action run",
    run: async (d) => {
      await d.action("scheduler:startAndFailInAction").catch(() => undefined);
      await d.settle();
      return textsOf(d);
    },
    is: ["kept"],
  },
  {
    title: "an action schedules a job",
    run: async (d) => {
      await d.action("scheduler:startFromAction", { text: "from an action" });
      await d.settle();
      return textsOf(d);
    },
    is: ["from an action"],
  },
  {
    title: "a job schedules itself again",
    run: async (d) => {
      await d.mutation("scheduler:startChain", { n: 3 });
      await d.settle();
      return textsOf(d);
    },
    is: ["3", "2", "1", "0"],
  },
  {
    title: "a job runs without an identity",
    run: async (d) => {
      await d.as({ subject: "asha" }).mutation("scheduler:startWhoami");
      await d.settle();
      return textsOf(d);
    },
    is: ["nobody"],
  },
  {
    title: "a mutation may not schedule too many jobs",
    run: (d) => d.mutation("scheduler:startMany", { count: 1001 }),
    failsWith: "1000",
  },
  {
    title: "scheduling a missing function is rejected",
    run: (d) => d.mutation("scheduler:startMissing").then(() => "scheduled"),
    differs: {
      convexTest: { is: "scheduled" },
      embedded: { failsWith: "scheduler:missing" },
      why: "a function that does not exist cannot be scheduled; on convex-test it fails when it is due",
      wanted: true,
    },
  },
  {
    title: "a job with invalid arguments fails",
    run: async (d) => {
      const id = await d.mutation<string>("scheduler:startWithBadArgs");
      await d.settle();
      return [(await jobOf(d, id)).state.kind, await textsOf(d)];
    },
    is: ["failed", []],
  },
]);
