/**
 * Counts how often a call has ended the executor or the process. Clients and the
 * scheduler start such a call again, so without a limit one call could keep the
 * server down. The counts are kept in a file, which is written only when
 * something has ended.
 */
import { hash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { SessionRequest } from "../../database/contract.ts";
import { canonicalPath } from "../contract/canonicalPath.ts";
import type { FunctionCall } from "../contract/runtime.ts";

const FILE = "ended_calls.json";
const KEPT_MS = 24 * 3600_000;
/** A call that has ended the executor this often is answered with an error instead. */
const MOST_ENDS = 2;

type Count = readonly [key: string, ends: number, lastAt: number];

export const endedTwice = (path: string): string =>
  `${path} has ended the server twice and is not run again.`;

export const sessionKey = ({ sessionId, requestId }: SessionRequest): string =>
  `mutation ${sessionId} ${requestId}`;

export const jobKey = (rowId: string): string => `job ${rowId}`;

export function queryKey({ component, path, args, caller }: FunctionCall) {
  const { identity } = caller;
  const call = [component, canonicalPath(path), args, identity];
  return `query ${hash("sha256", JSON.stringify(call), "base64")}`;
}

export class EndedCalls {
  readonly #file: string;
  #counts: readonly Count[];

  constructor(dataDir: string) {
    this.#file = join(dataDir, FILE);
    this.#counts = read(this.#file);
  }

  /** Returns true if the call must not run again. */
  add(key: string): boolean {
    const ends = this.#endsOf(key) + 1;
    const since = Date.now() - KEPT_MS;
    const others = this.#counts.filter(([k, , at]) => k !== key && at > since);
    this.#counts = [...others, [key, ends, Date.now()]];
    this.#save();
    return ends >= MOST_ENDS;
  }

  refuses(key: string): boolean {
    return this.#endsOf(key) >= MOST_ENDS;
  }

  /** The row of a job that must not run again; null if there is none. */
  get refusedJob(): string | null {
    const prefix = jobKey("");
    const found = this.#counts.find(
      ([key, ends]) => key.startsWith(prefix) && ends >= MOST_ENDS,
    );
    return found?.[0].slice(prefix.length) ?? null;
  }

  forgetJob(rowId: string): void {
    this.#keep((key) => key !== jobKey(rowId));
  }

  /**
   * Forgets the counts of queries, because new code may not end the executor.
   */
  forgetQueries(): void {
    this.#keep((key) => !key.startsWith("query "));
  }

  #keep(isKept: (key: string) => boolean): void {
    const kept = this.#counts.filter(([key]) => isKept(key));
    if (kept.length === this.#counts.length) return;
    this.#counts = kept;
    this.#save();
  }

  #endsOf(key: string): number {
    return this.#counts.find(([known]) => known === key)?.[1] ?? 0;
  }

  /** Synchronous, because the process may be about to end. */
  #save(): void {
    const unfinished = `${this.#file}.new`;
    try {
      rmSync(unfinished, { force: true });
      const file = openSync(unfinished, "wx", 0o600);
      try {
        writeSync(file, JSON.stringify(this.#counts));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.#file);
    } catch {
      // If the disk is full, the counts last only as long as this process.
    }
  }
}

function read(file: string): readonly Count[] {
  try {
    // `#save` wrote this file.
    return JSON.parse(readFileSync(file, "utf8")) as readonly Count[];
  } catch {
    return [];
  }
}
