/** A row of the fault matrix: what is done to the server and what must hold. */
import type { Random } from "./random.ts";

export interface Lab {
  readonly random: Random;
  /** A data directory with the app pushed; copy, never change. */
  readonly template: string;
  /** Multiplies how often a fault is repeated. */
  readonly rounds: number;
}

export interface Outcome {
  /** How often the fault was done. */
  readonly runs: number;
  /** What was measured, in a few words. */
  readonly seen: string;
  /** Broken promises; none is a pass. */
  readonly violations: readonly string[];
}

export interface Fault {
  readonly id: string;
  readonly name: string;
  /** In words: what is done, and when it passes. */
  readonly does: string;
  readonly passes: string;
  /** Why it cannot run on this machine, or null. */
  readonly missing?: () => string | null;
  /**
   * `busy`, the default: beside one other row. `idle`: mostly waits, beside any.
   * `alone`: measures memory or time that others would take part in.
   */
  readonly pace?: "busy" | "idle" | "alone";
  run(lab: Lab): Promise<Outcome>;
}
