import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.hourly(
  "remove unclaimed uploads",
  { minuteUTC: 17 },
  internal.files.sweep,
  {},
);
crons.hourly(
  "remove pieces that nobody joined",
  { minuteUTC: 27 },
  internal.uploads.sweep,
  {},
);
// Runs often, because each attempt under a new name leaves a row.
crons.interval(
  "forget old attempts",
  { minutes: 5 },
  internal.rateLimits.purge,
  {},
);
crons.interval(
  "count votes that were left behind",
  { minutes: 5 },
  internal.votes.foldLost,
  {},
);
crons.hourly(
  "remove accounts of people who left",
  { minuteUTC: 7 },
  internal.leaving.removeDue,
  {},
);
crons.hourly(
  "remove verses that nobody saved",
  { minuteUTC: 37 },
  internal.leaving.sweepKept,
  {},
);
crons.hourly(
  "remove accounts that nobody confirmed",
  { minuteUTC: 57 },
  internal.leaving.removeUnconfirmed,
  { afterAt: 0 },
);
crons.hourly(
  "offer names of accounts that nobody confirmed",
  { minuteUTC: 47 },
  internal.profiles.offerNames,
  { afterAt: 0 },
);
crons.hourly(
  "forget claims whose mailbox has not answered",
  { minuteUTC: 52 },
  internal.claims.purge,
  {},
);
crons.hourly(
  "end turns whose job is lost",
  { minuteUTC: 42 },
  internal.cyphers.sweep,
  {},
);
crons.daily(
  "forget old codes of browsers",
  { hourUTC: 21, minuteUTC: 25 },
  internal.signInCodes.purge,
  {},
);
crons.daily(
  "forget old codes",
  { hourUTC: 21, minuteUTC: 30 },
  internal.account.purgeCodes,
  {},
);

crons.daily(
  "forget old changes of email",
  { hourUTC: 21, minuteUTC: 35 },
  internal.emailChanges.purge,
  {},
);
crons.daily(
  "remove expired sessions",
  { hourUTC: 21, minuteUTC: 40 },
  internal.sessions.purge,
  {},
);

// An interval job first runs right after deployment.
crons.interval(
  "index the looks of old usernames",
  { hours: 24 },
  internal.profiles.indexOldLooks,
  {},
);

crons.interval(
  "measure old files",
  { hours: 24 },
  internal.files.measureOld,
  {},
);

crons.interval(
  "remove exports of earlier versions",
  { hours: 24 },
  internal.exports.removeOld,
  {},
);

crons.interval(
  "let older beats and verses be heard",
  { hours: 24 },
  internal.ears.openOld,
  {},
);

crons.daily(
  "forget old rings of the bell",
  { hourUTC: 21, minuteUTC: 45 },
  internal.bell.purge,
  {},
);

export default crons;
