/**
 * A client that takes no part in an attack and measures how long the server
 * makes it wait.
 */
import { Worker } from "node:worker_threads";
import { becomes } from "./resources.ts";

/** The kinds of requests that a bystander makes; `page` only in storms. */
export type Part = "vote" | "file" | "query" | "page";

/**
 * One round: a vote on a live socket, a query, a static file and perhaps a page of
 * an HTTP action, all requested at once.
 */
export interface Round {
  readonly startedAt: number;
  /** Time until the slowest request had its answer. */
  readonly tookMs: number;
  /** Time of each request that was answered. */
  readonly partsMs: Readonly<Partial<Record<Part, number>>>;
  /** Describes what went wrong; null if nothing did. */
  readonly problem: string | null;
}

/** Messages of the thread: one after each round, and one at the end. */
export type BystanderMessage =
  | { readonly type: "round"; readonly round: Round }
  | { readonly type: "end"; readonly violations: readonly string[] };

export interface Latency {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
  /** Says what the slowest round waited for. */
  readonly slowest: string;
  readonly problems: readonly string[];
}

const WARM_UP_ROUNDS = 20;
const PATIENCE_MS = 20_000;

/**
 * Sends rounds without a pause until `leave`. Runs in its own thread, so the
 * attacker's work does not add to the measured times.
 */
export class Bystander {
  readonly rounds: Round[] = [];
  readonly #worker: Worker;
  readonly #end = Promise.withResolvers<readonly string[]>();

  private constructor(url: string, page: string | null) {
    this.#worker = new Worker(new URL("bystanderThread.ts", import.meta.url), {
      workerData: { url, page },
    });
    this.#worker.on("message", (message: BystanderMessage) => {
      if (message.type === "round") this.rounds.push(message.round);
      else this.#end.resolve(message.violations);
    });
    this.#worker.once("error", this.#end.reject);
    this.#end.promise.catch(() => undefined);
  }

  /**
   * Starts a bystander and waits for a few rounds, because the first ones meet
   * a cold server. `page` is the path of a page that it reads too.
   */
  static async at(url: string, page: string | null = null): Promise<Bystander> {
    const bystander = new Bystander(url, page);
    await bystander.roundsSince(0, WARM_UP_ROUNDS);
    return bystander;
  }

  /**
   * Waits until `count` rounds that began after `from` are over, for at most 20 s. Returns the
   * rounds that are over.
   */
  async roundsSince(from: number, count: number): Promise<readonly Round[]> {
    const since = () => this.rounds.filter((round) => round.startedAt >= from);
    await becomes(() => since().length >= count, PATIENCE_MS);
    return since();
  }

  /**
   * Finishes the current round and returns the promises that were broken for
   * this client.
   */
  async leave(): Promise<readonly string[]> {
    this.#worker.postMessage("leave");
    try {
      return await this.#end.promise;
    } finally {
      await this.#worker.terminate();
    }
  }
}

/**
 * Returns the latency of the rounds that were running at any time between
 * `from` and `to`, or of one part of them.
 */
export function latencyBetween(
  rounds: readonly Round[],
  from: number,
  to: number,
  part?: Part,
): Latency {
  const within = rounds.filter(
    ({ startedAt, tookMs }) => startedAt < to && startedAt + tookMs > from,
  );
  const times = within
    .map(({ tookMs, partsMs }) => (part ? partsMs[part] : tookMs) ?? tookMs)
    .sort((a, b) => a - b);
  return {
    medianMs: times[times.length >> 1] ?? Infinity,
    p95Ms: times[Math.floor(0.95 * times.length)] ?? Infinity,
    worstMs: times.at(-1) ?? Infinity,
    slowest: slowestOf(within),
    problems: [...new Set(within.flatMap(({ problem }) => problem ?? []))],
  };
}

function slowestOf(rounds: readonly Round[]): string {
  const [worst] = rounds.toSorted((a, b) => b.tookMs - a.tookMs);
  const parts = Object.entries(worst?.partsMs ?? {}).map(
    ([part, ms]) => `${part} ${Math.round(ms)}`,
  );
  return parts.join(", ");
}
