import { Listeners } from "../../lib/listeners";
import {
  IDLE,
  nextTakeState,
  type TakeEvent,
  type TakeState,
} from "./takeState";

/** Holds the state of the current take and notifies subscribers of changes in it or around it. */
export class CurrentTake {
  readonly #listeners = new Listeners();
  #state: TakeState = IDLE;

  readonly subscribe = this.#listeners.subscribe;

  get state(): TakeState {
    return this.#state;
  }

  send(event: TakeEvent): void {
    this.#state = nextTakeState(this.#state, event);
    this.tell();
  }

  /** Returns to idle, from any state. */
  reset(): void {
    this.#state = IDLE;
    this.tell();
  }

  /** Notifies subscribers of a change outside the state, such as a meter reading. */
  tell(): void {
    this.#listeners.tell();
  }
}
