import { hash } from "node:crypto";
import type { Caller, FunctionCall } from "../contract/runtime.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";

interface Asked {
  readonly call: FunctionCall;
  readonly answerHash: string;
}

type Ask = (call: FunctionCall) => Promise<ExecutionResult>;

/**
 * Limits of the queries that are kept with each answer. There may be a thousand
 * answers.
 */
const MOST_ASKED = 8;
const LARGEST_ARGS = 1_000;
/** In characters; hashing more would take the main thread over a millisecond. */
const LARGEST_ANSWER = 256 * 1024;

/**
 * The queries that an action has asked, and hashes of their answers. If the
 * action did nothing else, its own answer stays the same as long as theirs do.
 */
export class AskedQueries {
  /**
   * Null once the action has done anything else, or asked more than can be
   * kept.
   */
  #asked: Asked[] | null = [];

  get isLasting(): boolean {
    return this.#asked !== null;
  }

  note(call: FunctionCall, result: ExecutionResult): void {
    if (this.#asked === null) return;
    const isFit =
      result.ok &&
      result.valueJson.length <= LARGEST_ANSWER &&
      JSON.stringify(call.args).length <= LARGEST_ARGS &&
      this.#asked.length < MOST_ASKED;
    if (!isFit) return this.spoil();
    this.#asked.push({ call, answerHash: hash("sha256", result.valueJson) });
  }

  /** Call it when the action does anything but ask a query. */
  spoil(): void {
    this.#asked = null;
  }

  /**
   * Asks all the queries again as `caller`. Returns whether their answers are
   * the same.
   */
  async answerTheSame(caller: Caller, ask: Ask): Promise<boolean> {
    if (this.#asked === null) return false;
    for (const { call, answerHash } of this.#asked) {
      const result = await ask({ ...call, caller });
      if (!result.ok || hash("sha256", result.valueJson) !== answerHash)
        return false;
    }
    return true;
  }
}
