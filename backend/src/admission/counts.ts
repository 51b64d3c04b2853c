/** How many of something each address group or account has. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(who: string): number {
    return this.#counts.get(who) ?? 0;
  }

  add(who: string): void {
    this.#counts.set(who, this.of(who) + 1);
  }

  remove(who: string): void {
    const left = this.of(who) - 1;
    if (left > 0) this.#counts.set(who, left);
    else this.#counts.delete(who);
  }
}
