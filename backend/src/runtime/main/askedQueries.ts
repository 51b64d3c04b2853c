import { hash } from "node:crypto";
import type { Caller, FunctionCall } from "../contract/runtime.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";

interface Asked {
  readonly call: FunctionCall;
  readonly answerHash: string;
}

type Ask = (call: FunctionCall) => Promise<ExecutionResult>;

/** These are kept with each of up to a thousand answers. */
const MOST_ASKED = 8;
const LARGEST_ARGS = 1_000;
/** In characters; hashing more would take the main thread over a millisecond. */
const LARGEST_ANSWER = 256 * 1024;

/**
 * The queries that an action has asked, and what they answered. An action that did
 * nothing else would answer the same as long as they do.
 */
export class AskedQueries {
  /** Null once the action has done something else. */
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

  /** To be called when the action does something else. */
  spoil(): void {
    this.#asked = null;
  }

  /** Returns whether all of them still answer the same, asked in the turn of `caller`. */
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
