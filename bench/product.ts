/** The product's backend with the bench app, loaded by the official CLI. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../scripts/freePort.ts";
import { ROWS } from "./rows.ts";

/** A data folder that every trial starts from a copy of. */
export interface Template {
  readonly dataDir: string;
  readonly beatId: string;
}

export interface ProductProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly dataDir: string;
}

const START_LIMIT_MS = 60_000;
const SEED_STEP = 1_000;

const seed = makeFunctionReference<"mutation", Record<string, never>, string>(
  "board:seed",
);
const seedRows = makeFunctionReference<
  "mutation",
  { from: number; to: number },
  null
>("board:seedRows");

export async function makeTemplate(): Promise<Template> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-template-"));
  const { child, port } = await spawnBackend(dataDir);
  const url = `http://127.0.0.1:${port}`;
  await deploy(url, dataDir);
  const client = new ConvexHttpClient(url);
  const beatId = await client.mutation(seed, {});
  for (let from = 0; from < ROWS; from += SEED_STEP)
    await client.mutation(seedRows, { from, to: from + SEED_STEP });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return { dataDir, beatId };
}

export async function forkProduct(
  template: Template,
  profileDir: string | null,
): Promise<ProductProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-product-"));
  await cp(template.dataDir, dataDir, { recursive: true });
  const flags =
    profileDir === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  return { ...(await spawnBackend(dataDir, flags)), dataDir };
}

export async function spawnBackend(
  dataDir: string,
  execArgv: readonly string[] = [],
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort(0);
  const main = join(import.meta.dirname, "..", "backend", "src", "main.ts");
  const child = fork(
    main,
    [
      ["--port", String(port)],
      ["--data-dir", dataDir],
      ["--max-sessions-per-address", "20000"],
    ].flat(),
    { execArgv: [...execArgv], stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  await untilItAnswers(child, port);
  return { child, port };
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
async function deploy(url: string, dataDir: string): Promise<void> {
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
        CONVEX_SELF_HOSTED_URL: url,
        CONVEX_SELF_HOSTED_ADMIN_KEY: key.trim(),
      },
    },
  );
}
