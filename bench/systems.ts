/** The sides of every comparison, each a server process of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess, spawnBackend } from "./product.ts";
import type { PreparedRows } from "./rows.ts";
import type { Template } from "./template.ts";

export type SystemName = "floor" | "product" | "peer";

/** What the load needs to know of a server. */
export interface Target {
  readonly port: number;
  readonly beatId: string;
  readonly dialect: "sync" | "socket.io";
}

export interface RunningServer {
  readonly target: Target;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What a trial gets to know before it starts a server. */
export interface Setting {
  readonly template: Template;
  /** By their number. */
  readonly rows: Readonly<Record<number, PreparedRows>>;
  /** Where the product leaves a processor profile of each run; null: none. */
  readonly profileDir: string | null;
}

/**
 * - `broadcast` keeps a number in memory and sends each new state to everyone.
 * - `commit` writes the waiting votes together and sends the newest state.
 * - `answer` writes each vote by itself.
 * - `rows` opens a table that is there.
 */
export type FloorMode = "broadcast" | "commit" | "answer" | "rows";

/** With fresh data, which go when it stops. */
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
      : system === "floor"
        ? await startFloor(floorMode, messageBytes, dir)
        : await startPeer(messageBytes, dir);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

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

export async function startFloor(
  mode: FloorMode,
  messageBytes: number,
  dir: string,
): Promise<RunningServer> {
  const script = join("floor", "floorServer.ts");
  const { child, port } = await startScript(script, mode, messageBytes, dir);
  return runningServer(child, { port, beatId: "floor", dialect: "sync" });
}

async function startPeer(
  messageBytes: number,
  dir: string,
): Promise<RunningServer> {
  const script = join("peer", "ioServer.ts");
  const { child, port } = await startScript(script, messageBytes, dir);
  return runningServer(child, { port, beatId: "peer", dialect: "socket.io" });
}

/** Starts a server of bench/, which tells its port. */
export async function startScript(
  script: string,
  ...args: readonly (string | number)[]
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, script), args.map(String), {
    execArgv: [],
  });
  const failed = once(child, "exit").then(() => {
    throw new Error(`${script} has ended.`);
  });
  failed.catch(() => undefined);
  // The only message of these servers.
  const told = once(child, "message") as Promise<[{ port: number }]>;
  const [{ port }] = await Promise.race([told, failed]);
  return { child, port };
}

export function runningServer(
  child: ChildProcess,
  target: Target,
): RunningServer {
  if (child.pid === undefined) throw new Error("The server has no process.");
  // A measure that fails leaves nothing running.
  process.once("exit", () => child.kill("SIGKILL"));
  return { target, pid: child.pid, stop: () => endProcess(child) };
}
