import { setImmediate } from "node:timers";
import { FairQueue } from "../../queues/fairQueue.ts";
import type { TimeSpent } from "../../queues/timeSpent.ts";

interface Waiting<Message> {
  readonly group: string;
  readonly message: Message;
}

/**
 * Messages from the main thread. Each turn of the event loop takes one. Node hands
 * over up to a thousand in one turn, and each may continue an action for many
 * milliseconds: no timer would run meanwhile and the worker would send no
 * heartbeat, so the main thread would take it for blocked and end it with all its
 * actions.
 *
 * The groups of callers that have used the least time on this thread come first and
 * take turns, so someone who opens one page does not wait for those who open many.
 * Messages of one group keep their order.
 */
export class Inbox<Message> {
  readonly #spent: TimeSpent;
  readonly #receive: (message: Message) => void;
  readonly #waiting: FairQueue<Waiting<Message>>;
  #isTaking = false;

  constructor(spent: TimeSpent, receive: (message: Message) => void) {
    this.#spent = spent;
    this.#receive = receive;
    this.#waiting = new FairQueue((group) => spent.weightOf(group));
  }

  push(group: string, message: Message): void {
    this.#waiting.push(group, { group, message });
    if (this.#isTaking) return;
    this.#isTaking = true;
    setImmediate(() => this.#takeNext());
  }

  #takeNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isTaking = false;
      return;
    }
    const startedAtMs = performance.now();
    // Runs once the message and all the microtasks that it causes are done.
    setImmediate(() => {
      this.#spent.add(next.group, performance.now() - startedAtMs);
      this.#takeNext();
    });
    this.#receive(next.message);
  }
}
