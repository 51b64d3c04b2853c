/**
 * Counts the distinct objects that each address or account uses. An object
 * counts once, even if several sockets use it.
 */
export class DistinctCounts {
  readonly #uses = new Map<string, Map<object, number>>();

  count(who: string): number {
    return this.#uses.get(who)?.size ?? 0;
  }

  has(who: string, thing: object): boolean {
    return this.#uses.get(who)?.has(thing) ?? false;
  }

  add(who: string, thing: object): void {
    const uses = this.#uses.get(who) ?? new Map<object, number>();
    this.#uses.set(who, uses);
    uses.set(thing, (uses.get(thing) ?? 0) + 1);
  }

  remove(who: string, thing: object): void {
    const uses = this.#uses.get(who);
    const count = uses?.get(thing) ?? 0;
    if (uses === undefined || count === 0) return;
    if (count > 1) uses.set(thing, count - 1);
    else uses.delete(thing);
    if (uses.size === 0) this.#uses.delete(who);
  }
}
