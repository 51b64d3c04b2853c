/**
 * Runs the server in a separate process, with an app pushed by the official
 * CLI.
 */
import { existsSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CliApp } from "../cliApp.ts";
import { freePort } from "../freePort.ts";
import { type SpawnSettings, spawnServer } from "../spawnServer.ts";
import type { DeploymentAddress } from "./deploymentAddress.ts";
import type { TestState } from "./testState.ts";

const FOLLOW_TEST = join(import.meta.dirname, "followTest.ts");

const UNTOUCHED: TestState = { now: null, variables: {} };

/**
 * A deployment in a temporary data directory; `stop` ends the server and
 * deletes everything.
 */
export interface RunningDeployment extends DeploymentAddress {
  readonly stop: () => Promise<void>;
}

export interface DeployedFunctions {
  readonly functionsDir: string;
  /** Files to add or replace; null leaves one out. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Scripts that every thread of the server runs first. */
  readonly preloads?: readonly string[];
  /** Environment variables of the server's process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Deploys a copy of an app's functions together with testHost.ts. The caller
 * must call `stop`.
 */
export async function startDeployment(
  functions: DeployedFunctions,
): Promise<RunningDeployment> {
  const app = await CliApp.create({});
  const dataDir = await mkdtemp(join(tmpdir(), "convex-test-"));
  const stateFile = join(app.directory, "state.json");
  await writeFile(stateFile, JSON.stringify(UNTOUCHED));
  const pidFile = join(app.directory, "pid");
  const server = keepAlive(pidFile, {
    execArgv: [
      ...importing(FOLLOW_TEST, { state: stateFile }),
      ...(functions.preloads ?? []).flatMap((script) => importing(script)),
    ],
    dataDir,
    port: await freePort(),
    appRoot: app.directory,
    env: functions.env ?? {},
    onErrorText: (text) => process.stderr.write(text),
  });
  const stop = async () => {
    await server.stop();
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const target = await server.ready;
    await copyFunctions(functions, join(app.directory, "convex"));
    await copyConfig(functions, app.directory);
    const flags = ["--typecheck=disable", "--codegen=disable"];
    const { code, stderr } = await app.run(["deploy", ...flags], target);
    if (code !== 0) throw new Error(`The push failed: ${stderr}`);
    return { ...target, stateFile, pidFile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a server, and again whenever a test kills the process that the file names. */
function keepAlive(pidFile: string, settings: SpawnSettings) {
  const start = () => {
    const started = spawnServer(settings);
    writeFileSync(pidFile, String(started.pid));
    void started.exited.then(({ signal }) => {
      if (signal === "SIGKILL") current = start();
    });
    return started;
  };
  let current = start();
  return { ready: current.ready, stop: () => current.end("SIGTERM") };
}

function importing(script: string, options: Record<string, string> = {}) {
  const url = pathToFileURL(script);
  url.search = String(new URLSearchParams(options));
  return ["--import", url.href];
}

/**
 * Copies the files that say which packages stay outside of bundles. The CLI goes by convex.json,
 * and only for dependencies that package.json names.
 */
async function copyConfig({ functionsDir }: DeployedFunctions, to: string) {
  for (const name of ["convex.json", "package.json"]) {
    const config = join(functionsDir, "..", name);
    if (existsSync(config)) await cp(config, join(to, name));
  }
}

async function copyFunctions(
  { functionsDir, files }: DeployedFunctions,
  to: string,
): Promise<void> {
  await cp(functionsDir, to, { recursive: true });
  await cp(join(import.meta.dirname, "app"), to, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await rm(join(to, path), { force: true });
    else await writeFile(join(to, path), text);
  }
}
