/** The product's backend as a process, and how an app gets into it. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../scripts/freePort.ts";

const START_LIMIT_MS = 60_000;

export interface BackendProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

export async function spawnBackend(
  dataDir: string,
  execArgv: readonly string[] = [],
): Promise<BackendProcess> {
  const port = await freePort(0);
  const main = join(import.meta.dirname, "..", "backend", "src", "main.ts");
  const child = fork(
    main,
    [
      ["--port", String(port)],
      ["--data-dir", dataDir],
      ["--max-sessions-per-address", "20000"],
      ["--log-level", "error"],
    ].flat(),
    {
      execArgv: [...execArgv],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  await untilItAnswers(child, port);
  return { child, port };
}

/** Lets it close what it has open. */
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
      throw new Error(`The backend ended with code ${child.exitCode}.`);
    try {
      await fetch(`http://127.0.0.1:${port}/version`);
      return;
    } catch {
      await pause(5);
    }
  }
  throw new Error("The backend does not answer.");
}

/** The official CLI, as it is used against any self-hosted deployment. */
export async function deployBenchApp(
  port: number,
  dataDir: string,
): Promise<void> {
  const key = await readFile(join(dataDir, "admin_key"), "utf8");
  const cli = join(import.meta.dirname, "../node_modules/convex/bin/main.js");
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
