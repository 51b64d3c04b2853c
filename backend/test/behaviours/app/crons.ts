import { cronJobs, makeFunctionReference } from "convex/server";

const tick = makeFunctionReference<"mutation", { cron: string }>("ticks:tick");
const fail = makeFunctionReference<"mutation", Record<string, never>>(
  "ticks:fail",
);

const crons = cronJobs();
crons.interval("every second", { seconds: 1 }, tick, { cron: "interval" });
crons.cron("on the second", "* * * * * *", tick, { cron: "cron" });
crons.interval("fails", { seconds: 1 }, fail);
/** A day of the month that cannot begin while the tests run. */
const day = new Date().getUTCDate() > 14 ? 2 : 28;
crons.monthly("rarely", { day, hourUTC: 3, minuteUTC: 7 }, tick, {
  cron: "monthly",
});

export default crons;
