import { networksOf } from "../runtime/contract/addressGroup.ts";
import { Counts } from "./counts.ts";

/** Counts by address group, and in the wider networks of each; see `networksOf`. */
export class NetworkCounts {
  readonly #counts = new Counts();

  /** Returns whether the group and its networks have fewer than they may. */
  hasRoom(group: string, mostEach: number): boolean {
    return networksOf(group).every(
      ({ name, allowance }) => this.#counts.of(name) < mostEach * allowance,
    );
  }

  add(group: string): void {
    for (const { name } of networksOf(group)) this.#counts.add(name);
  }

  remove(group: string): void {
    for (const { name } of networksOf(group)) this.#counts.remove(name);
  }
}
