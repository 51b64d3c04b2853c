import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.hourly(
  "remove unclaimed uploads",
  { minuteUTC: 17 },
  internal.files.sweep,
  {},
);
crons.daily(
  "forget old codes",
  { hourUTC: 21, minuteUTC: 30 },
  internal.account.purgeCodes,
  {},
);

export default crons;
