import { useSyncExternalStore } from "react";
import { Listeners } from "../../lib/listeners";

/** A take whose recorder was closed and that is being mixed for the outbox. */
export interface Mix {
  /** Id of the take. */
  readonly id: string;
  readonly userId: string;
  readonly beatTitle: string;
  /** How much is mixed. */
  readonly percent: number;
  cancel(): void;
}

/** The takes that this tab mixes without a recorder. They are lost when the page closes. */
export class Mixes {
  readonly #listeners = new Listeners();
  #all: readonly Mix[] = [];

  readonly subscribe = this.#listeners.subscribe;
  readonly getAll = (): readonly Mix[] => this.#all;

  /** Shows a mix until the returned function is called. */
  add(mix: Mix): () => void {
    this.#set([...this.#all, mix]);
    return () => this.#set(this.#all.filter(({ id }) => id !== mix.id));
  }

  setPercent(id: string, percent: number): void {
    this.#set(
      this.#all.map((mix) => (mix.id === id ? { ...mix, percent } : mix)),
    );
  }

  #set(all: readonly Mix[]): void {
    this.#all = all;
    this.#listeners.tell();
  }
}

export const appMixes = new Mixes();

export const useMixes = (): readonly Mix[] =>
  useSyncExternalStore(appMixes.subscribe, appMixes.getAll);
