/** A row of the fault matrix: what is done to the server and what must hold. */
import type { Latency, Part } from "./bystander.ts";
import type { Random } from "./random.ts";

export interface Lab {
  readonly random: Random;
  /** Data directory with the app already pushed. Copy it; never change it. */
  readonly template: string;
  /** Multiplies how often each fault is repeated. */
  readonly rounds: number;
}

export interface Outcome {
  /** How often the fault was carried out. */
  readonly runs: number;
  /** The measured result in a few words. */
  readonly seen: string;
  /** Broken promises; the row passes if there are none. */
  readonly violations: readonly string[];
  /** Present for attacks only. */
  readonly figures?: AttackFigures;
}

/** The cost of an attack for the attacker, a bystander and the server. */
export interface AttackFigures {
  /**
   * Number of requests, messages or frames that the attacker sent, and their
   * bytes.
   */
  readonly requests: number;
  readonly bytes: number;
  /** Waiting times of a bystander before, during and after the attack. */
  readonly quiet: Latency;
  readonly during: Latency;
  readonly after: Latency;
  readonly memoryMebibytes: { readonly before: number; readonly peak: number };
  /** In storms: waiting times for each kind of request that the bystander makes. */
  readonly parts: readonly PartFigures[];
}

export interface PartFigures {
  readonly part: Part;
  readonly quiet: Latency;
  readonly during: Latency;
}

export interface Fault {
  readonly id: string;
  readonly name: string;
  /** Description of the fault, for the report. */
  readonly does: string;
  /** The condition to pass, as the report states it. */
  readonly passes: string;
  /** Returns why the fault cannot run on this machine, or null if it can. */
  readonly missing?: () => string | null;
  /**
   * Decides which rows run at the same time. `busy` (default): two at a time.
   * `idle`: mostly waits, so it runs in parallel with everything. `alone`:
   * measures memory or time, so nothing else may run.
   */
  readonly pace?: "busy" | "idle" | "alone";
  run(lab: Lab): Promise<Outcome>;
}
