/** Starts the servers that a trial compares, each as a separate process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "gully-backend/process";
import { endProcess, spawnBackend } from "./product.ts";
import type { RunningServer, Setting, SystemName, Target } from "./setting.ts";

/**
 * - `broadcast` keeps a number in memory and sends each new state to every
 *   viewer.
 * - `commit` writes the waiting votes together and sends the newest state.
 * - `answer` writes each vote in its own transaction.
 * - `members` does only what the app must do for a vote.
 * - `rows` opens an existing table.
 */
export type FloorMode = "broadcast" | "commit" | "answer" | "members" | "rows";

/** Starts a server with fresh data. `stop` deletes the data. */
export async function startServer(
  system: SystemName,
  floorMode: FloorMode,
  setting: Setting,
): Promise<RunningServer> {
  const { messageBytes, dataDir } = setting.template;
  const dir = await mkdtemp(join(tmpdir(), `gully-bench-${system}-`));
  if (system === "product") await cp(dataDir, dir, { recursive: true });
  const server =
    system === "product"
      ? await startProductOn(dir, setting)
      : await startFloor(floorMode, messageBytes, dir);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the product on an existing data directory and leaves the directory
 * behind.
 */
export async function startProductOn(
  dataDir: string,
  { template, profileDir }: Setting,
): Promise<RunningServer> {
  const flags =
    profileDir === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const { child, port } = await spawnBackend(dataDir, flags);
  const { beatId } = template;
  return runningServer(child, { port, beatId, dialect: "sync" });
}

/** Starts the floor's server and waits for it to report its port. */
export async function startFloor(
  mode: FloorMode,
  messageBytes: number,
  dir: string,
  jwks = "",
): Promise<RunningServer> {
  const script = join(import.meta.dirname, "floor", "floorServer.ts");
  const args = [mode, messageBytes, dir, jwks].map(String);
  const env = { ...process.env, ...compileCache(dir) };
  const child = fork(script, args, { env, execArgv: [] });
  const failed = once(child, "exit").then(() => {
    throw new Error("The floor's server exited.");
  });
  failed.catch(() => undefined);
  // The floor's server sends no other message.
  const reported = once(child, "message") as Promise<[{ port: number }]>;
  const [{ port }] = await Promise.race([reported, failed]);
  return runningServer(child, { port, beatId: "floor", dialect: "sync" });
}

export function runningServer(
  child: ChildProcess,
  target: Target,
): RunningServer {
  if (child.pid === undefined) throw new Error("The server has no process.");
  // Leaves no server running if the measurement fails.
  process.once("exit", () => child.kill("SIGKILL"));
  return { target, pid: child.pid, stop: () => endProcess(child) };
}
