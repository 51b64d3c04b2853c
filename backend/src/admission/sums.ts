/** Keeps sums by name. A sum of 0 takes no memory. */
export class Sums {
  readonly #sums = new Map<string, number>();

  of(name: string): number {
    return this.#sums.get(name) ?? 0;
  }

  add(name: string, amount: number): void {
    const sum = this.of(name) + amount;
    if (sum > 0) this.#sums.set(name, sum);
    else this.#sums.delete(name);
  }
}
