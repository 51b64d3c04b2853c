/** Starts and stops the product's backend, and deploys the bench app to it. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { compileCache } from "gully-backend/process";
import { freePort } from "../../launcher/freePort.ts";

const START_LIMIT_MS = 60_000;
/** The host need not exist, because the backend asks itself for the keys of tokens. */
export const SITE_ORIGIN = "http://bench.invalid";

export interface BackendProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a backend on a free port and waits until it answers. */
export async function spawnBackend(
  dataDir: string,
  execArgv: readonly string[] = [],
): Promise<BackendProcess> {
  const port = await freePort(0);
  const main = join(import.meta.dirname, "../../backend/src/main.ts");
  const child = fork(
    main,
    [
      ["--port", String(port)],
      ["--data-dir", dataDir],
      ["--max-sessions-per-address", "20000"],
      ["--max-held-bytes-per-address", "268435456"],
      // Tokens name this issuer, which stays the same when a copy of a deployment runs on another
      // port.
      ["--site-origin", SITE_ORIGIN],
      // All viewers of a trial share one address and have no token.
      ["--max-anonymous-queries-per-session", "1000"],
      ["--max-anonymous-queries-per-address", "20000"],
      ["--max-anonymous-held-bytes-per-address", "268435456"],
      ["--max-anonymous-held-bytes", "268435456"],
      ["--log-level", "error"],
      ["--supervise", "false"],
    ].flat(),
    {
      execArgv: [...execArgv],
      // The compile cache is set as when the commands start the backend.
      env: { ...process.env, ...compileCache(dataDir) },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  await untilItAnswers(child, port);
  return { child, port };
}

/**
 * Sends SIGTERM, which lets the process close its files, and waits until it has
 * exited.
 */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function untilItAnswers(
  child: ChildProcess,
  port: number,
): Promise<void> {
  const givesUpAtMs = performance.now() + START_LIMIT_MS;
  while (performance.now() < givesUpAtMs) {
    if (child.exitCode !== null)
      throw new Error(`The backend exited with code ${child.exitCode}.`);
    try {
      await fetch(`http://127.0.0.1:${port}/version`);
      return;
    } catch {
      await pause(5);
    }
  }
  throw new Error("The backend did not answer in time.");
}

/** Deploys with the official CLI, as to any self-hosted deployment. */
export async function deployBenchApp(
  port: number,
  dataDir: string,
): Promise<void> {
  const key = await readFile(join(dataDir, "admin_key"), "utf8");
  const cli = join(
    import.meta.dirname,
    "../../node_modules/convex/bin/main.js",
  );
  await promisify(execFile)(
    process.execPath,
    [cli, "deploy", "--codegen", "disable", "--typecheck", "disable"],
    {
      cwd: join(import.meta.dirname, "app"),
      env: {
        ...process.env,
        CI: "1",
        CONVEX_SELF_HOSTED_URL: `http://127.0.0.1:${port}`,
        CONVEX_SELF_HOSTED_ADMIN_KEY: key.trim(),
      },
    },
  );
}
