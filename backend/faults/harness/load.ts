/** Voters that cast one vote after the other, viewers, and a probe of write skew. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultServer } from "./faultServer.ts";
import { History } from "./history.ts";
import { HistoryClient } from "./historyClient.ts";

const beatsCount = 2;
const votersPerBeat = 3;
/** Votes a voter has under way at a time. */
const lanes = 4;
const settleMs = 10_000;

/** The load of one round, on beats of its own so that results stay small. */
export class Load {
  readonly history: History;
  readonly #server: FaultServer;
  readonly #name: string;
  readonly #voters: HistoryClient[];
  readonly #viewers: HistoryClient[];
  readonly #working: Promise<void>[] = [];
  #isRunning = true;

  constructor(server: FaultServer, name: string, history = new History()) {
    this.#server = server;
    this.#name = name;
    this.history = history;
    const beats = Array.from({ length: beatsCount }, (_, i) => `${name}.${i}`);
    const open = (client: string, beat: string) =>
      new HistoryClient(server.url, client, beat, history);
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

  /** Waits until `count` more votes were acknowledged. */
  async acknowledged(count: number, withinMs = 60_000): Promise<void> {
    const aim = this.#acknowledgedCount() + count;
    const deadline = Date.now() + withinMs;
    while (this.#acknowledgedCount() < aim) {
      if (Date.now() > deadline) {
        const { isRunning, output } = this.#server;
        throw new Error(
          `No votes are acknowledged; running: ${isRunning}. ${output.slice(-300)}`,
        );
      }
      await sleep(5);
    }
  }

  /** Lets everything be answered, compares live clients with fresh queries. */
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

  /** Gives up what is not answered. */
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

  #acknowledgedCount(): number {
    return this.history.acknowledgedCount;
  }

  async #readFinal(): Promise<void> {
    const { final, pairs, settled } = this.history;
    for (const { beat } of this.#viewers) {
      const tally = await this.#server.query<number>("votes:tally", { beat });
      const keys = await this.#server.query<string[]>("votes:keys", { beat });
      final.set(beat, { tally, keys });
    }
    for (const [pair, sidesOn] of pairs) {
      if (sidesOn >= 0) continue;
      const args = { pair };
      pairs.set(pair, await this.#server.query("pairs:sidesOn", args));
    }
    const deadline = Date.now() + settleMs;
    for (const viewer of [...this.#viewers, ...this.#voters]) {
      const expected = final.get(viewer.beat)?.keys.length;
      while (viewer.latest?.keys.length !== expected && Date.now() < deadline) {
        await sleep(10);
      }
      if (viewer.latest !== null) settled.set(viewer.name, viewer.latest);
    }
  }
}
