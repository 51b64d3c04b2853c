/**
 * Checks the checks: runs faults against builds that break one promise, and
 * expects a violation.
 */
import type { Fault, Lab, Outcome } from "../harness/fault.ts";
import { FaultServer } from "../harness/faultServer.ts";
import { straceMissing } from "../harness/strace.ts";
import { breakNetwork } from "./brokenNetwork.ts";
import { cut } from "./cutUploads.ts";
import { endExecutors } from "./endingExecutor.ts";
import { endsOn } from "./failingDisk.ts";
import { killRepeatedly } from "./killRepeatedly.ts";
import { loseAnswers } from "./lostAnswer.ts";
import { losePower } from "./powerLoss.ts";
import { copyUnderTraffic } from "./pausingTraffic.ts";
import { neverRead } from "./slowReaders.ts";

interface BrokenBuild {
  readonly breakage: string;
  /** Matches the violation that must be found. */
  readonly invariants: RegExp;
  readonly run: (lab: Lab, breakage: string) => Promise<Outcome>;
  readonly missing?: () => string | null;
}

/**
 * Expects the server itself to refuse a broken build. A kill cannot reveal the fault, because the
 * kernel keeps unsynced writes.
 */
async function startOnly(
  { template }: Lab,
  breakage: string,
): Promise<Outcome> {
  try {
    await using server = await FaultServer.from(template, { breakage });
    return { runs: 1, seen: `runs as ${server.pid}`, violations: [] };
  } catch (error) {
    const text = String(error).replaceAll(/\s+/g, " ");
    const reason = /synchronous is [^.]*\./.exec(text)?.[0] ?? text;
    return { runs: 1, seen: "", violations: [reason] };
  }
}

const atOnce = {
  count: 5,
  kill: async (server: FaultServer) => void (await server.signal("SIGKILL")),
};

const builds: readonly BrokenBuild[] = [
  {
    breakage: "ack-before-commit",
    invariants: /^[1268]:/,
    run: (lab, breakage) => killRepeatedly(lab, { ...atOnce, breakage }),
  },
  {
    breakage: "no-request-row",
    invariants: /^[27]:/,
    run: (lab, breakage) => loseAnswers(lab, 1, breakage),
  },
  {
    breakage: "no-validation",
    invariants: /^[37]:/,
    run: (lab, breakage) => killRepeatedly(lab, { ...atOnce, breakage }),
  },
  {
    breakage: "ack-after-failed-fsync",
    invariants: /^1:/,
    run: (lab, breakage) => endsOn(lab, "fsync", 1, breakage),
    missing: straceMissing,
  },
  {
    breakage: "half-a-transaction",
    invariants: /^3:/,
    run: (lab, breakage) => breakNetwork(lab, 2, breakage),
  },
  {
    breakage: "stale-first-answer",
    invariants: /^4:/,
    run: (lab, breakage) => breakNetwork(lab, 10, breakage),
  },
  {
    breakage: "times-that-fall",
    invariants: /^5:/,
    run: (lab, breakage) => breakNetwork(lab, 2, breakage),
  },
  {
    breakage: "missed-notification",
    invariants: /^[68]:/,
    run: (lab, breakage) => breakNetwork(lab, 2, breakage),
  },
  {
    breakage: "synchronous-normal",
    invariants: /synchronous is 1, it must be 2/,
    run: startOnly,
  },
  {
    breakage: "hidden-synchronous-normal",
    invariants: /^1:/,
    run: (lab, breakage) => losePower(lab, 60, breakage),
    missing: straceMissing,
  },
  {
    breakage: "unsynced-uploads",
    invariants: /^10:/,
    run: (lab, breakage) => losePower(lab, 60, breakage),
    missing: straceMissing,
  },
  {
    breakage: "forgetful-ending-executor",
    invariants: /^2:/,
    run: (lab, breakage) => endExecutors(lab, 3, breakage),
  },
  {
    breakage: "endless-queue",
    invariants: /^9:/,
    run: (lab, breakage) => neverRead(lab, breakage),
  },
  {
    breakage: "keep-orphans",
    invariants: /^10:/,
    run: (lab, breakage) => cut(lab, breakage),
  },
  {
    breakage: "copies-of-no-pages",
    invariants: /lacks \d+ of \d+ votes|ends with commit/,
    run: (lab, breakage) => copyUnderTraffic(lab, 100, breakage),
  },
];

export const brokenBuilds: readonly Fault[] = builds.map(
  ({ breakage, invariants, run, missing }) => ({
    id: "B",
    name: `broken build: ${breakage}`,
    does: "runs a fault against a build with that promise broken",
    passes: `a violation that matches ${String(invariants)} is found`,
    ...(missing === undefined ? {} : { missing }),
    run: async (lab) => {
      const { runs, seen: measured, violations } = await run(lab, breakage);
      const seen = violations.find((text) => invariants.test(text));
      if (seen !== undefined) return { runs, seen, violations: [] };
      const others = [measured, ...violations].join("; ");
      return { runs, seen: "", violations: [`Not noticed. ${others}`] };
    },
  }),
);
