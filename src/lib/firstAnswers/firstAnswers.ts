import { type JSONValue, type Value, jsonToConvex } from "convex/values";
import { Listeners } from "../listeners";
import type { FirstQuestion } from "./askFirst";

/**
 * Answers that the first script asked for, or that this device has kept. Each is used until the
 * live query has its own answer, and is then dropped.
 */
export class FirstAnswers {
  /** The value is undefined while a query is not answered yet. */
  readonly #answers = new Map<string, Value | undefined>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;

  constructor(questions: readonly FirstQuestion[]) {
    for (const { key, answer } of questions) {
      this.#answers.set(key, undefined);
      void answer.then((json) => this.#receive(key, json));
    }
  }

  /** Returns the answer to the query with this key; undefined if there is none yet. */
  get(key: string): Value | undefined {
    return this.#answers.get(key);
  }

  /** Offers a kept answer, which is used unless there is one from the server. */
  offer(key: string, answer: Value): void {
    if (this.get(key) !== undefined) return;
    this.#answers.set(key, answer);
    this.#listeners.tell();
  }

  forget(key: string): void {
    if (this.#answers.delete(key)) this.#listeners.tell();
  }

  /** Drops all answers, for example because the session turns out to have ended. */
  forgetAll(): void {
    if (this.#answers.size === 0) return;
    this.#answers.clear();
    this.#listeners.tell();
  }

  #receive(key: string, json: unknown): void {
    if (json === undefined || !this.#answers.has(key)) return;
    this.#answers.set(key, jsonToConvex(json as JSONValue)); // sent by the backend
    this.#listeners.tell();
  }
}

/** The answers of this page. */
export const firstAnswers = new FirstAnswers(
  typeof window === "undefined" ? [] : (window.firstQuestions ?? []),
);
