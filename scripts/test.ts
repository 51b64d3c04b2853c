/**
 * `npm test`: every check and every test of the project, in one run. After a
 * type, format or lint error no test runs; the test suites all run, so that one
 * failure does not hide another. The last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import {
  type Tally,
  addTallies,
  tallyPlaywright,
  tallyVitest,
} from "./tally.ts";

interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

interface Suite extends Check {
  readonly tally: (report: unknown) => Tally;
  readonly reportName: string;
}

const root = dirname(import.meta.dirname);
const reports = mkdtempSync(join(tmpdir(), "gully-test-"));

const checks: readonly Check[] = [
  { title: "Type check", command: ["tsc", "-b"] },
  { title: "Format check", command: ["prettier", "--check", "."] },
  { title: "Lint", command: ["eslint", "."] },
];

const suites: readonly Suite[] = [
  vitestSuite("Unit tests", ["convex", "src", "backend", "tools"], "unit.json"),
  vitestSuite("App on its backend", ["embedded"], "embedded.json"),
  vitestSuite("Beside convex-test", ["behaviours"], "behaviours.json"),
  vitestSuite("Backend tests", ["integration"], "integration.json"),
  {
    title: "Browser tests",
    command: ["playwright", "test", "--reporter=list,json"],
    tally: tallyPlaywright,
    reportName: "browser.json",
  },
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
    tally: tallyVitest,
    reportName,
  };
}

async function runAll(): Promise<Tally> {
  const codes = await Promise.all(checks.map((check) => run(check)));
  const failed = codes.filter((code) => code !== 0).length;
  if (failed > 0) return { passed: 0, failed };
  process.env.CHROME_PATH = ensureChromium(console.log);
  console.log(`Browser: ${process.env.CHROME_PATH}`);
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
  const tally = suite.tally(readReport(file));
  const unexplained = code !== 0 && tally.failed === 0;
  const empty = tally.passed + tally.failed === 0;
  if (unexplained || empty)
    return { passed: tally.passed, failed: tally.failed + 1 };
  return tally;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
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
    console.error(error instanceof Error ? error.message : error);
    total = { passed: 0, failed: 1 };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

await main();
