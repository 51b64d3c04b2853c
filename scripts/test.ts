/**
 * `npm test`: every check and every test of the project, in one run. After a
 * type, format or lint error no test runs; the test suites all run, so that one
 * failure does not hide another. At the end it names what failed; the last line
 * is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import {
  type PlaywrightReport,
  type Tally,
  type VitestReport,
  addTallies,
  tallyPlaywright,
  tallyVitest,
} from "./tally.ts";

interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

interface Suite extends Check {
  /** What the report says, given the JSON that the runner wrote. */
  readonly tally: (json: string) => Tally;
  readonly reportName: string;
}

const root = dirname(import.meta.dirname);
const reports = mkdtempSync(join(tmpdir(), "gully-test-"));

const checks: readonly Check[] = [
  { title: "Type check", command: ["tsc", "-b"] },
  { title: "Format check", command: ["prettier", "--check", "."] },
  { title: "Lint", command: ["eslint", "."] },
];

const unit = vitestSuite(
  "Unit tests",
  ["convex", "src", "backend", "tools"],
  "unit.json",
);
const embedded = vitestSuite(
  "App on its backend",
  ["embedded"],
  "embedded.json",
);
const behaviours = vitestSuite(
  "Beside convex-test",
  ["behaviours"],
  "behaviours.json",
);
const integration = vitestSuite(
  "Backend tests",
  ["integration"],
  "integration.json",
);
const browser: Suite = {
  title: "Browser tests",
  command: ["playwright", "test", "--reporter=list,json"],
  tally: (json) => tallyPlaywright(JSON.parse(json) as PlaywrightReport),
  reportName: "browser.json",
};

/** The lanes of a stage run beside each other: what waits for a server leaves a core to another. */
const stages: readonly (readonly Suite[])[][] = [
  [[unit]],
  [[embedded, behaviours], [integration]],
  [[browser]],
];

function vitestSuite(
  title: string,
  projects: readonly string[],
  reportName: string,
): Suite {
  return {
    title,
    command: [
      "vitest",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${join(reports, reportName)}`,
    ],
    tally: (json) => tallyVitest(JSON.parse(json) as VitestReport),
    reportName,
  };
}

async function runAll(): Promise<Tally> {
  const codes = await Promise.all(checks.map((check) => run(check)));
  const broken = checks.filter((_, at) => codes[at] !== 0);
  if (broken.length > 0)
    return { passed: 0, failures: broken.map(({ title }) => title) };
  process.env.CHROME_PATH = ensureChromium(console.log);
  console.log(`Browser: ${process.env.CHROME_PATH}`);
  const tallies = [];
  for (const lanes of stages)
    tallies.push(...(await Promise.all(lanes.map(runLane))));
  return addTallies(tallies);
}

async function runLane(suites: readonly Suite[]): Promise<Tally> {
  const tallies = [];
  for (const suite of suites) tallies.push(await runSuite(suite));
  return addTallies(tallies);
}

/**
 * A suite that exits with an error although its report shows none (a crash, an
 * error outside a test, no report at all) counts as one failure.
 */
async function runSuite(suite: Suite): Promise<Tally> {
  const file = join(reports, suite.reportName);
  const code = await run(suite, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const tally = readTally(suite, file);
  if (tally.failures.length > 0) return tally;
  if (tally.passed > 0 && code === 0) return tally;
  return { ...tally, failures: [`${suite.title}: ended with code ${code}`] };
}

function readTally(suite: Suite, file: string): Tally {
  try {
    return suite.tally(readFileSync(file, "utf8"));
  } catch (error) {
    return {
      passed: 0,
      failures: [`${suite.title}: no report (${String(error)})`],
    };
  }
}

function run(check: Check, env: NodeJS.ProcessEnv = {}): Promise<number> {
  console.log(`\n== ${check.title}: ${check.command.slice(0, 2).join(" ")}`);
  const [program, ...args] = check.command;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env, PATH: toolPath() },
    });
    child.on("error", (error) => {
      console.error(`${program} did not start: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const how = code === 0 ? "passed" : "FAILED";
      console.log(`== ${check.title} ${how} after ${seconds} s`);
      resolve(code ?? 1);
    });
  });
}

/** The project's own tools and this very Node first: a shell's Node may be too old. */
function toolPath(): string {
  const own = [
    join(root, "node_modules", ".bin"),
    dirname(process.execPath),
  ].join(delimiter);
  return own + delimiter + (process.env.PATH ?? "");
}

async function main(): Promise<void> {
  let total: Tally;
  try {
    total = await runAll();
  } catch (error) {
    total = { passed: 0, failures: [String(error)] };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const { passed, failures } = total;
  if (failures.length > 0) console.log("\n== Failed");
  for (const failure of failures) console.log(failure);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

await main();
