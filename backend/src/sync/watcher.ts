import type { CallerBounds } from "../admission/admission.ts";
import type { HeldBytes } from "../admission/byteBudget.ts";
import type { DistinctCounts } from "../admission/distinctCounts.ts";

/**
 * Counts the live queries of one socket against the limits of its caller. A
 * socket gets a new watcher when its caller changes to another kind or account.
 */
export class Watcher {
  readonly bounds: CallerBounds;
  readonly address: string;
  /** Null for callers without a token. */
  readonly #account: string | null;
  readonly #held: HeldBytes;

  constructor(
    bounds: CallerBounds,
    address: string,
    account: string | null = null,
  ) {
    this.bounds = bounds;
    this.address = address;
    this.#account = account;
    this.#held = bounds.live.holder(address);
  }

  /** The text of a refusal for more arguments than a socket may have. */
  get tooManyBytes(): string {
    const { maxArgumentBytes } = this.bounds.limits;
    return `The queries of a session may have ${maxArgumentBytes} bytes of arguments at a time.`;
  }

  /**
   * Returns the text of a refusal, or null if the socket may watch another
   * query. `live` is the running execution that would serve the query, if there
   * is one; an execution that the address already watches is not counted again.
   */
  refusal(live: object | undefined, bytes: number): string | null {
    const { maxArgumentBytes } = this.bounds.limits;
    if (this.#held.bytes + bytes > maxArgumentBytes) {
      return this.tooManyBytes;
    }
    switch (this.#held.shortage(bytes)) {
      case "address":
        return "The queries watched from this address have too many bytes of arguments.";
      case "everybody":
        return "The server watches as many bytes of arguments as it may. Try again later.";
      case null:
        break;
    }
    return this.#tooManyQueries(live);
  }

  #tooManyQueries(live: object | undefined): string | null {
    const { watching, watchingAccounts, limits } = this.bounds;
    const exceeds = (counts: DistinctCounts, who: string, most: number) =>
      (live === undefined || !counts.has(who, live)) &&
      counts.count(who) >= most;
    const { maxQueriesPerAddress, maxQueriesPerAccount } = limits;
    if (exceeds(watching, this.address, maxQueriesPerAddress))
      return `An address may watch ${maxQueriesPerAddress} different queries at a time.`;
    if (this.#account === null) return null;
    return exceeds(watchingAccounts, this.#account, maxQueriesPerAccount)
      ? `An account may watch ${maxQueriesPerAccount} different queries at a time.`
      : null;
  }

  /** Returns a new holder for a result; see `resultCharge`. */
  results(): HeldBytes {
    return this.bounds.results.holder(this.address);
  }

  add(live: object, bytes: number): void {
    this.#held.grow(bytes);
    this.bounds.watching.add(this.address, live);
    if (this.#account !== null)
      this.bounds.watchingAccounts.add(this.#account, live);
  }

  remove(live: object, bytes: number): void {
    this.#held.shrink(bytes);
    this.bounds.watching.remove(this.address, live);
    if (this.#account !== null)
      this.bounds.watchingAccounts.remove(this.#account, live);
  }
}
