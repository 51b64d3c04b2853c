/** The two sides of every comparison, each a server process of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Template, forkProduct } from "./product.ts";

export type SystemName = "floor" | "product";

/** What the load needs to know of a server. */
export interface Target {
  readonly port: number;
  readonly beatId: string;
}

export interface RunningServer {
  readonly target: Target;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What a trial gets to know before it starts a server. */
export interface Setting {
  readonly template: Template;
  /** Size of the product's message, which the floor imitates. */
  readonly messageBytes: number;
  /** Where the product leaves a processor profile of each run; null: none. */
  readonly profileDir: string | null;
}

export type FloorMode = "broadcast" | "commit";

export function startServer(
  system: SystemName,
  floorMode: FloorMode,
  setting: Setting,
): Promise<RunningServer> {
  return system === "floor"
    ? startFloor(floorMode, setting.messageBytes)
    : startProduct(setting);
}

async function startFloor(
  mode: FloorMode,
  messageBytes: number,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "gully-bench-floor-"));
  const child = fork(
    join(import.meta.dirname, "floor", "floorServer.ts"),
    [mode, String(messageBytes), dataDir],
    { execArgv: [] },
  );
  // The floor server's only message.
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return running(child, { port, beatId: "floor" }, dataDir);
}

async function startProduct({
  template,
  profileDir,
}: Setting): Promise<RunningServer> {
  const { child, port, dataDir } = await forkProduct(template, profileDir);
  return running(child, { port, beatId: template.beatId }, dataDir);
}

function running(
  child: ChildProcess,
  target: Target,
  dataDir: string,
): RunningServer {
  if (child.pid === undefined) throw new Error("The server has no process.");
  // A measure that fails leaves nothing running.
  process.once("exit", () => child.kill("SIGKILL"));
  return {
    target,
    pid: child.pid,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
