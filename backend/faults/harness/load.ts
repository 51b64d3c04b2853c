/**
 * Puts a server under load: voters cast one vote after another, viewers watch,
 * and a probe looks for write skew.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultServer } from "./faultServer.ts";
import { type BeatState, History } from "./history.ts";
import { HistoryClient } from "./historyClient.ts";

export interface LoadShape {
  readonly beats: number;
  readonly votersPerBeat: number;
  /** Votes that one voter has in flight at a time. */
  readonly lanes: number;
}

interface LoadOptions {
  readonly shape?: LoadShape;
  /** URL of a proxy in front of the server; default: the server itself. */
  readonly url?: string;
}

const smallShape: LoadShape = { beats: 2, votersPerBeat: 3, lanes: 4 };
/** Many commits share an fsync, so much is at stake at every moment. */
export const denseShape: LoadShape = { beats: 24, votersPerBeat: 2, lanes: 8 };
const SETTLE_MS = 10_000;

/**
 * The load of one round. It uses new beats each time, so that results stay
 * small.
 */
export class Load {
  readonly history = new History();
  readonly #server: FaultServer;
  readonly #name: string;
  readonly #voters: HistoryClient[];
  readonly #viewers: HistoryClient[];
  readonly #working: Promise<void>[] = [];
  #isRunning = true;

  constructor(
    server: FaultServer,
    name: string,
    { shape = smallShape, url = server.url }: LoadOptions = {},
  ) {
    const { beats: beatsCount, votersPerBeat, lanes } = shape;
    this.#server = server;
    this.#name = name;
    const beats = Array.from({ length: beatsCount }, (_, i) => `${name}.${i}`);
    const { history } = this;
    const open = (client: string, beat: string) =>
      new HistoryClient(url, client, beat, history);
    this.#voters = beats.flatMap((beat) =>
      Array.from({ length: votersPerBeat }, (_, i) =>
        open(`voter ${beat}.${i}`, beat),
      ),
    );
    this.#viewers = beats.map((beat) => open(`viewer ${beat}`, beat));
    for (const voter of this.#voters) {
      for (let lane = 0; lane < lanes; lane += 1) {
        this.#working.push(this.#vote(voter, lane));
      }
    }
    this.#working.push(this.#switchPairs());
  }

  /** Waits until `count` more votes have been acknowledged. */
  async acknowledged(count: number, withinMs = 60_000): Promise<void> {
    const aim = this.history.acknowledgedCount + count;
    const deadline = Date.now() + withinMs;
    while (this.history.acknowledgedCount < aim) {
      if (Date.now() > deadline) {
        const { isRunning, output } = this.#server;
        throw new Error(
          `No votes were acknowledged; running: ${isRunning}. ${output.slice(-300)}`,
        );
      }
      await sleep(5);
    }
  }

  /**
   * Waits for all answers, then compares the live clients with fresh queries.
   */
  async finish(): Promise<void> {
    this.#isRunning = false;
    const finished = Promise.all(this.#working);
    const timeout = sleep(30_000, "timeout", { ref: false });
    if ((await Promise.race([finished, timeout])) === "timeout") {
      this.history.stalls.push("Votes are never answered.");
    }
    await this.#readFinal();
    for (const client of [...this.#voters, ...this.#viewers]) client.close();
  }

  /** Breaks every client's connection; they reconnect. */
  cutAll(): void {
    for (const client of [...this.#voters, ...this.#viewers]) client.cut();
  }

  /** Closes all clients without waiting for answers. */
  abandon(): void {
    this.#isRunning = false;
    for (const client of [...this.#voters, ...this.#viewers]) client.close();
  }

  async #vote(voter: HistoryClient, lane: number): Promise<void> {
    for (let n = 0; this.#isRunning; n += 1) {
      const vote = await voter.cast(`${voter.name}/${lane}/${n}`);
      if (vote.refusal !== null) await sleep(20);
    }
  }

  async #switchPairs(): Promise<void> {
    const [one, other] = this.#voters;
    if (one === undefined || other === undefined) return;
    for (let n = 0; this.#isRunning; n += 1) {
      const pair = `${this.#name}/${n}`;
      const opened = await one.mutate("pairs:open", { pair });
      if (opened.success === true) this.history.pairs.set(pair, -1);
      await Promise.all([
        one.mutate("pairs:switchOff", { pair, name: "left" }),
        other.mutate("pairs:switchOff", { pair, name: "right" }),
      ]);
      await sleep(10);
    }
  }

  async #readFinal(): Promise<void> {
    const { final, pairs, settled } = this.history;
    const server = this.#server;
    for (const { beat } of this.#viewers) {
      final.set(beat, await readBeat(server, beat));
    }
    for (const pair of pairs.keys()) {
      pairs.set(pair, await server.query("pairs:sidesOn", { pair }));
    }
    const deadline = Date.now() + SETTLE_MS;
    for (const viewer of [...this.#viewers, ...this.#voters]) {
      const expected = final.get(viewer.beat)?.keys.length;
      while (viewer.latest?.keys.length !== expected && Date.now() < deadline) {
        await sleep(10);
      }
      if (viewer.latest !== null) settled.set(viewer.name, viewer.latest);
    }
  }
}

export async function readBeat(
  server: FaultServer,
  beat: string,
): Promise<BeatState> {
  const tally = await server.query<number>("votes:tally", { beat });
  const keys = await server.query<string[]>("votes:keys", { beat });
  return { tally, keys };
}
