import type { RootCall } from "./callContext.ts";
import { ANYONE, turnGroupOf } from "../contract/callers.ts";
import { FairQueue } from "../../queues/fairQueue.ts";

const SLOW_METHODS = ["deriveBits", "deriveKey", "generateKey"] as const;

/** Enough for a classroom behind one address to sign up, within about ten seconds. */
const MOST_WAITING_OF_GROUP = 50;
/**
 * Derivations beyond this are refused at once: they would wait longer than
 * their callers do.
 */
const MOST_WAITING = 200;

/**
 * Makes key derivations run one at a time in this worker. Each one, such as the
 * PBKDF2 of a password, holds one of the few threads that the whole process has
 * for files and signatures; a hundred at once would block every file read.
 * Callers take turns, and the queue is bounded. A derivation whose call has
 * ended while it waited is dropped.
 */
export function queueKeyDerivations(
  currentRoot: () => RootCall | undefined,
): void {
  const turns = new Turns();
  const inTurn = async <T>(derive: () => Promise<T>): Promise<T> => {
    const root = currentRoot();
    await turns.take(turnGroupOf(root?.caller ?? ANYONE));
    try {
      root?.assertRunning();
      return await derive();
    } finally {
      turns.pass();
    }
  };
  const { subtle } = globalThis.crypto;
  for (const name of SLOW_METHODS) {
    const real: (...args: never[]) => Promise<unknown> =
      subtle[name].bind(subtle);
    Object.defineProperty(subtle, name, {
      value: (...args: never[]) => inTurn(() => real(...args)),
    });
  }
}

/** Lets one caller through at a time. */
class Turns {
  readonly #waiting = new FairQueue<() => void>();
  #isTaken = false;

  /** Waits for a turn. @throws Error if too many are waiting. */
  async take(group: string): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    const { size } = this.#waiting;
    const ofGroup = this.#waiting.sizeOf(group);
    if (size >= MOST_WAITING || ofGroup >= MOST_WAITING_OF_GROUP) {
      throw tooMany(size, ofGroup);
    }
    await new Promise<void>((resolve) => this.#waiting.push(group, resolve));
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

function tooMany(size: number, ofGroup: number): Error {
  return new Error(
    `${size} derivations of keys (crypto.subtle) wait already, ${ofGroup} of them for this caller's address or session. Limit how often callers can reach this function.`,
  );
}
