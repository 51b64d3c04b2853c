/**
 * `npm test` runs the checks and the tests of the core, `npm run test:rest` all
 * other tests. If a type, format or lint check fails, only the unit tests run,
 * which start with the checks. Otherwise all suites run, so that one failure does
 * not hide another. Finally it lists the stories that needed another try, and the
 * failures; the last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensureBrowsers } from "./chromium.ts";
import {
  type EngineFindings,
  ensureEngines,
  missingEngines,
} from "./engines.ts";
import {
  CHECKS,
  COMPONENTS,
  coreSuites,
  restSuites,
  type Check,
  type Suite,
} from "./suites.ts";
import { type Tally, addTallies, failed } from "./tally.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

const root = join(import.meta.dirname, "../..");
const ownFolder = mkdtempSync(join(temporaryFolder(), "gully-test-"));
const reports = join(ownFolder, "reports");
const files = join(ownFolder, "files");
for (const folder of [reports, files]) mkdirSync(folder);

const shared = {
  // A run starts dozens of servers. With this cache, all but the first find
  // their modules compiled.
  NODE_COMPILE_CACHE: join(ownFolder, "compiled"),
  TMPDIR: files,
  // The type check and the lint are written in Go. With this, they collect garbage half as often.
  GOGC: "400",
};

async function runCore(): Promise<Tally> {
  const { unit, onServer, stories } = coreSuites(reports);
  const checks = brokenChecks();
  const units = runSuite(unit);
  let engines;
  try {
    engines = installBrowsers();
  } catch (error) {
    await Promise.all([checks, units]);
    throw error;
  }
  const broken = await checks;
  if (broken.length > 0) return addTallies([failed(broken), await units]);
  const tallies = await Promise.all([units, runSuite(onServer)]);
  tallies.push(await runSuite(stories));
  for (const line of missingEngines(engines)) console.log(`\n== ${line}`);
  return addTallies(tallies);
}

async function runRest(): Promise<Tally> {
  const { onServers, stories, alone } = restSuites(reports);
  installBrowsers();
  const tallies = await Promise.all(onServers.map(runSuite));
  if ((await run(COMPONENTS)) !== 0) tallies.push(failed([COMPONENTS.title]));
  tallies.push(await runSuite(stories), await runSuite(alone));
  return addTallies(tallies);
}

async function brokenChecks(): Promise<string[]> {
  const codes = await Promise.all(CHECKS.map((check) => run(check)));
  return CHECKS.filter((_, at) => codes[at] !== 0).map(({ title }) => title);
}

function installBrowsers(): EngineFindings {
  Object.assign(process.env, ensureBrowsers(console.log));
  const engines = ensureEngines(console.log);
  console.log(
    `Browser: ${process.env.CHROME_PATH}, stories in ${process.env.HEADLESS_SHELL_PATH}`,
  );
  return engines;
}

/**
 * Runs a suite. If it exits with an error but its report shows none (a crash,
 * an error outside a test, no report at all), that counts as one failure.
 */
async function runSuite(suite: Suite): Promise<Tally> {
  const code = await run(suite, { PLAYWRIGHT_JSON_OUTPUT_FILE: suite.report });
  const tally = readTally(suite);
  if (tally.failures.length > 0) return tally;
  if (tally.passed > 0 && code === 0) return tally;
  return { ...tally, failures: [`${suite.title}: ended with code ${code}`] };
}

function readTally(suite: Suite): Tally {
  try {
    return suite.tally(readFileSync(suite.report, "utf8"));
  } catch (error) {
    return failed([`${suite.title}: no report (${String(error)})`]);
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
      env: { ...process.env, ...shared, ...env, PATH: toolPath() },
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

/**
 * Puts the project's tools and this Node first, because the shell's Node may be
 * too old.
 */
function toolPath(): string {
  const own = [
    join(root, "node_modules", ".bin"),
    dirname(process.execPath),
  ].join(delimiter);
  return own + delimiter + (process.env.PATH ?? "");
}

function removeOwnFolder(): void {
  rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5 });
}

async function main(): Promise<void> {
  // The folder may be in memory, so an interrupted run must remove it to free that memory.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      removeOwnFolder();
      process.kill(process.pid, signal);
    });
  let total: Tally;
  try {
    total = await (process.argv.includes("--rest") ? runRest() : runCore());
  } catch (error) {
    total = failed([String(error)]);
  } finally {
    removeOwnFolder();
  }
  const { passed, failures, laterTries } = total;
  if (laterTries.length > 0) console.log("\n== Passed on a later try only");
  for (const story of laterTries) console.log(story);
  if (failures.length > 0) console.log("\n== Failed");
  for (const failure of failures) console.log(failure);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

await main();
