/**
 * Records with strace what a process asks of its disk and when it answers its
 * clients.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * One event. Paths are absolute. Syncing a directory makes the names in it
 * durable.
 */
export type DiskEvent =
  | {
      readonly type: "write";
      readonly path: string;
      /** null to append after the previous write. */
      readonly at: number | null;
      readonly bytes: Buffer;
    }
  | {
      readonly type: "truncate";
      readonly path: string;
      readonly length: number;
    }
  | { readonly type: "sync"; readonly path: string }
  | { readonly type: "create"; readonly path: string }
  | { readonly type: "rename"; readonly path: string; readonly to: string }
  | { readonly type: "remove"; readonly path: string }
  /** Data sent to a client. */
  | { readonly type: "said"; readonly text: string };

const CALLS =
  "openat,write,writev,sendmsg,sendto,pwrite64,pwritev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat";

export class DiskRecorder {
  readonly #strace: ChildProcess;
  readonly #dir: string;

  private constructor(strace: ChildProcess, dir: string) {
    this.#strace = strace;
    this.#dir = dir;
  }

  /** Attaches to a running process. Resolves once recording has started. */
  static async of(pid: number): Promise<DiskRecorder> {
    const dir = await mkdtemp(join(tmpdir(), "faults-record-"));
    const format = ["-f", "-y", "-xx", "-s", "33554432", "-e", "signal=none"];
    const strace = spawn(
      "strace",
      [
        ...[...format, "-o", join(dir, "log"), "-e", `trace=${CALLS}`],
        ...["-p", String(pid)],
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let said = "";
    await new Promise<void>((resolve, reject) => {
      strace.stderr.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("attached")) resolve();
      });
      strace.once("exit", () => reject(new Error(`strace ended: ${said}`)));
    });
    return new DiskRecorder(strace, dir);
  }

  /**
   * Stops recording. Returns the events of files below `dataDir`, in the order
   * in which the calls returned.
   */
  async stop(dataDir: string): Promise<DiskEvent[]> {
    if (this.#strace.exitCode === null && this.#strace.signalCode === null) {
      this.#strace.kill("SIGINT");
      await once(this.#strace, "exit");
    }
    const log = await readFile(join(this.#dir, "log"), "latin1");
    await rm(this.#dir, { recursive: true });
    return eventsOf(log, dataDir);
  }
}

/**
 * Parses the log. Calls of several threads overlap, so strace splits them; each
 * call counts when it returns.
 */
export function eventsOf(log: string, dataDir: string): DiskEvent[] {
  const begun = new Map<string, string>();
  const events: DiskEvent[] = [];
  for (const line of log.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      begun.set(thread, rest.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const call = resumed ? (begun.get(thread) ?? "") + resumed[1] : rest;
    const event = eventOf(call, dataDir);
    if (event !== null) events.push(event);
  }
  return events;
}

function eventOf(call: string, dataDir: string): DiskEvent | null {
  const result = Number(/\) += (-?\d+)[^)]*$/.exec(call)?.[1] ?? -1);
  if (result < 0) return null;
  const name = call.slice(0, call.indexOf("("));
  const event = parsed(name, call, result);
  if (event === null || event.type === "said") return event;
  return event.path.startsWith(dataDir) ? event : null;
}

function parsed(name: string, call: string, result: number): DiskEvent | null {
  const path = unhex(/^\w+\(\d+<([^>]*)>/.exec(call)?.[1] ?? "");
  const texts = [...call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(
    ([, hex = ""]) => hex,
  );
  const [first = "", second = ""] = texts;
  switch (name) {
    case "openat":
      return call.includes("O_CREAT")
        ? { type: "create", path: unhex(first) }
        : null;
    case "fsync":
    case "fdatasync":
      return { type: "sync", path };
    case "ftruncate":
      return { type: "truncate", path, length: lastNumber(call) };
    case "rename":
    case "renameat":
    case "renameat2":
      return { type: "rename", path: unhex(first), to: unhex(second) };
    case "unlink":
    case "unlinkat":
      return { type: "remove", path: unhex(first) };
  }
  const bytes = bytesOf(texts.join("")).subarray(0, result);
  if (path.startsWith("socket:")) {
    return { type: "said", text: bytes.toString("latin1") };
  }
  if (!path.startsWith("/")) return null;
  const at = name.startsWith("pwrite") ? lastNumber(call) : null;
  return { type: "write", path, at, bytes };
}

function lastNumber(call: string): number {
  const match = /(\d+) *\) += \d+$/.exec(call.trimEnd());
  if (match === null) throw new Error(`strace said: ${call.slice(-100)}`);
  return Number(match[1]);
}

function unhex(text: string): string {
  return bytesOf(text).toString();
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
