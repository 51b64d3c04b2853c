/**
 * The checks and test suites, and which of them are the core: what `npm test` runs
 * in less than 20 minutes, even on two slow cores.
 */
import { join } from "node:path";
import {
  type PlaywrightReport,
  type Tally,
  type VitestReport,
  tallyPlaywright,
  tallyVitest,
} from "./tally.ts";

export interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

export interface Suite extends Check {
  /** Reads the JSON report of the runner. */
  readonly tally: (json: string) => Tally;
  readonly report: string;
}

export const CHECKS: readonly Check[] = [
  {
    title: "Type check",
    command: ["node", "node_modules/typescript-native/bin/tsc", "-b"],
  },
  { title: "Format check", command: ["prettier", "--check", "."] },
  { title: "Lint", command: ["oxlint"] },
  { title: "Convex's own lint", command: ["eslint", "convex"] },
  { title: "Imports", command: ["node", "tools/lint/imports.ts"] },
];

/** Components of Convex that the product uses or will use. */
export const COMPONENTS: Check = {
  title: "Published components",
  command: ["node", "backend/compat/run.ts"],
};

const UNIT = ["convex", "src", "pages", "own-worker", "backend", "tools"];

/** Matches the stories of the core: those with the tag, and those that run in three engines. */
const CORE_STORIES = "@core|engines/";
/** Stories that measure real sound, which other work on the machine interrupts. */
const ALONE = "@alone";

/** `unit` and `onServer` run at once, and `stories` after them. */
export function coreSuites(reports: string) {
  const { vitest, playwright } = runners(reports);
  return {
    unit: vitest("Unit tests", UNIT, "unit"),
    onServer: vitest("Beside convex-test", ["behaviours"], "behaviours"),
    stories: playwright(
      "Browser tests",
      [`--grep=${CORE_STORIES}`, `--grep-invert=${ALONE}`],
      "core",
    ),
  };
}

/**
 * `onServers` run at once. The suites that `halves` makes run one test file at a time, so that a
 * busy machine does not disturb them. `stories` and `alone` run one after the other.
 */
export function restSuites(reports: string) {
  const { vitest, halves, playwright } = runners(reports);
  const others = [`--grep-invert=${CORE_STORIES}|${ALONE}`];
  return {
    onServers: [
      vitest("Runtime tests", ["runtime"], "runtime"),
      ...halves("App on its backend", "embedded"),
      ...halves("Backend tests", "integration"),
    ],
    stories: playwright("Other browser tests", others, "others"),
    alone: playwright(
      "Browser tests on a quiet machine",
      [`--grep=${ALONE}`, "--workers=1"],
      "alone",
    ),
  };
}

/** Makes suites whose reports go to a folder. */
function runners(reports: string) {
  const vitest = (
    title: string,
    projects: readonly string[],
    name: string,
    options: readonly string[] = [],
  ): Suite => {
    const report = join(reports, `${name}.json`);
    return {
      title,
      report,
      command: [
        ...(["vitest", "run"] as const),
        ...projects.flatMap((project) => ["--project", project]),
        ...["--reporter=default", "--reporter=json"],
        `--outputFile.json=${report}`,
        ...options,
      ],
      tally: (json) => tallyVitest(JSON.parse(json) as VitestReport),
    };
  };
  const halves = (title: string, project: string): Suite[] =>
    ["1/2", "2/2"].map((shard, at) =>
      vitest(`${title}, ${shard}`, [project], `${project}${at + 1}`, [
        `--shard=${shard}`,
      ]),
    );
  const playwright = (
    title: string,
    selection: readonly string[],
    name: string,
  ): Suite => ({
    title,
    report: join(reports, `${name}.json`),
    command: ["playwright", "test", ...selection, "--reporter=list,json"],
    tally: (json) => tallyPlaywright(JSON.parse(json) as PlaywrightReport),
  });
  return { vitest, halves, playwright };
}
