/**
 * Counts the distinct objects that each address uses. An object used by several
 * sockets of an address counts once.
 */
export class DistinctCounts {
  readonly #byAddress = new Map<string, Map<object, number>>();

  count(address: string): number {
    return this.#byAddress.get(address)?.size ?? 0;
  }

  has(address: string, thing: object): boolean {
    return this.#byAddress.get(address)?.has(thing) ?? false;
  }

  add(address: string, thing: object): void {
    const uses = this.#byAddress.get(address) ?? new Map<object, number>();
    this.#byAddress.set(address, uses);
    uses.set(thing, (uses.get(thing) ?? 0) + 1);
  }

  remove(address: string, thing: object): void {
    const uses = this.#byAddress.get(address);
    const count = uses?.get(thing) ?? 0;
    if (uses === undefined || count === 0) return;
    if (count > 1) uses.set(thing, count - 1);
    else uses.delete(thing);
    if (uses.size === 0) this.#byAddress.delete(address);
  }
}
