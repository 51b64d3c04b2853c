/**
 * Builds rows of the matrix that attack a server and measure how a bystander is
 * served meanwhile.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Attacker } from "./attacker.ts";
import {
  Bystander,
  type Latency,
  latencyBetween,
  type Part,
} from "./bystander.ts";
import type { AttackFigures, Fault, Lab, Outcome } from "./fault.ts";
import { FaultServer } from "./faultServer.ts";
import { treeMebibytes } from "./resources.ts";

export interface Scene {
  readonly attacker: Attacker;
  readonly server: FaultServer;
  readonly lab: Lab;
}

export interface Attack {
  readonly id: string;
  readonly name: string;
  /** Describes the attack for people who read the table. */
  readonly does: string;
  /** Further promises, besides the bounds below. */
  readonly holds?: string;
  /**
   * Longest wait of a bystander during the attack; default 5,000. Generous,
   * because the machine may be busy.
   */
  readonly worstMs?: number;
  /** Largest growth of the server's memory; default 250. */
  readonly grownMebibytes?: number;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Path of an HTTP action's page, which the bystander reads too. The table of storms then shows
   * how long the bystander waits for each kind of request.
   */
  readonly page?: string;
  /** A file that the server has at `/large.bin`; empty by default. */
  readonly largeFileBytes?: number;
  /**
   * Carries out the attack. Resolves with the promises that were broken when
   * the attacker has finished.
   */
  readonly run: (scene: Scene) => Promise<readonly string[]>;
}

/** A row of the matrix that is an attack, which other rows may carry out too. */
export interface AttackFault extends Fault {
  readonly attack: Attack;
}

/** Rounds of the bystander before the attack, and again afterwards. */
const ROUNDS_COUNT = 30;
const SAMPLE_MS = 50;
const PARTS: readonly Part[] = ["page", "query", "vote"];

/**
 * Makes a row from an attack. It fails if the bystander waits too long, is
 * slower afterwards, or memory grows too much.
 */
export function attackRow(attack: Attack): AttackFault {
  const { id, name, does, holds } = attack;
  const { worstMs, grownMebibytes } = boundsOf(attack);
  const more = holds === undefined ? "" : `; ${holds}`;
  return {
    id,
    name,
    does,
    pace: "alone",
    passes: `a bystander waits at most ${worstMs} ms meanwhile, as before afterwards, memory grows by less than ${grownMebibytes} MiB${more}`,
    attack,
    run: (lab) => carryOut(attack, lab),
  };
}

async function carryOut(attack: Attack, lab: Lab): Promise<Outcome> {
  const staticDir = await mkdtemp(join(tmpdir(), "faults-site-"));
  await writeFile(join(staticDir, "page.txt"), "x".repeat(20_000));
  const { largeFileBytes = 0 } = attack;
  await writeFile(join(staticDir, "large.bin"), Buffer.alloc(largeFileBytes));
  try {
    await using server = await FaultServer.from(lab.template, {
      env: { TRUST_PROXY: "true", STATIC_DIR: staticDir, ...attack.env },
    });
    return await watched(attack, { server, lab });
  } finally {
    await rm(staticDir, { recursive: true });
  }
}

async function watched(
  attack: Attack,
  { server, lab }: Omit<Scene, "attacker">,
): Promise<Outcome> {
  const attacker = new Attacker(server.port);
  const bystander = await Bystander.at(server.url, attack.page);
  const quietFrom = Date.now();
  await bystander.roundsSince(quietFrom, quietRounds(attack));
  const before = await treeMebibytes(server.pid);
  const peak = new Peak(server, before);
  const from = Date.now();
  const violations = [...(await attack.run({ attacker, server, lab }))];
  // Waits for a round that ran during the attack.
  await bystander.roundsSince(from, 1);
  const { sentCount, sentBytes } = attacker;
  attacker.leave();
  const to = Date.now();
  const afterwards = await bystander.roundsSince(to, ROUNDS_COUNT);
  violations.push(...(await bystander.leave()));
  const { rounds } = bystander;
  const figures: AttackFigures = {
    requests: sentCount,
    bytes: sentBytes,
    quiet: latencyBetween(rounds, quietFrom, from),
    during: latencyBetween(rounds, from, to),
    after: latencyBetween(afterwards, to, Infinity),
    memoryMebibytes: { before, peak: peak.stop() },
    parts: (attack.page === undefined ? [] : PARTS).map((part) => ({
      part,
      quiet: latencyBetween(rounds, quietFrom, from, part),
      during: latencyBetween(rounds, from, to, part),
    })),
  };
  violations.push(...boundsBroken(attack, figures));
  if (!server.isRunning) violations.push("The server ended.");
  return { runs: sentCount, seen: inWords(figures), violations, figures };
}

/**
 * Returns the number of quiet rounds. An attack with a page needs more, because its p95 is
 * compared.
 */
const quietRounds = ({ page }: Attack) =>
  page === undefined ? ROUNDS_COUNT : 5 * ROUNDS_COUNT;

function boundsOf({ worstMs = 5_000, grownMebibytes = 250 }: Attack) {
  return { worstMs, grownMebibytes };
}

function boundsBroken(
  attack: Attack,
  { quiet, during, after, memoryMebibytes }: AttackFigures,
): string[] {
  const { worstMs, grownMebibytes } = boundsOf(attack);
  const found: string[] = [];
  if (during.worstMs > worstMs) {
    found.push(
      `A bystander waited ${Math.round(during.worstMs)} ms: ${during.slowest}.`,
    );
  }
  if (after.medianMs > 3 * quiet.medianMs + 250) {
    found.push(`Afterwards a round takes ${Math.round(after.medianMs)} ms.`);
  }
  for (const problem of [...during.problems, ...after.problems]) {
    found.push(`A bystander got an error: ${problem}`);
  }
  const grown = memoryMebibytes.peak - memoryMebibytes.before;
  if (grown > grownMebibytes) {
    found.push(`9: memory grew by ${Math.round(grown)} MiB`);
  }
  return found;
}

function inWords(figures: AttackFigures): string {
  const { quiet, during, after, memoryMebibytes } = figures;
  const { before, peak } = memoryMebibytes;
  return `${shortly(quiet)} -> ${shortly(during)} -> ${shortly(after)} ms; ${Math.round(before)} -> ${Math.round(peak)} MiB`;
}

function shortly({ medianMs, worstMs }: Latency): string {
  return `${Math.round(medianMs)}/${Math.round(worstMs)}`;
}

/**
 * Samples the server's memory until `stop`, which returns the highest value in
 * MiB.
 */
class Peak {
  readonly #timer: NodeJS.Timeout;
  #peak: number;

  constructor(server: FaultServer, before: number) {
    this.#peak = before;
    const look = async () => {
      if (!server.isRunning) return;
      this.#peak = Math.max(this.#peak, await treeMebibytes(server.pid));
    };
    this.#timer = setInterval(() => void look(), SAMPLE_MS);
  }

  stop(): number {
    clearInterval(this.#timer);
    return this.#peak;
  }
}
