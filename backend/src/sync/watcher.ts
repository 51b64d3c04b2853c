import type { CallerBounds } from "../admission/admission.ts";
import type { HeldBytes } from "../admission/byteBudget.ts";

/**
 * Counts the live queries of one socket against the limits of its caller. A
 * socket gets a new watcher when its caller changes to another kind.
 */
export class Watcher {
  readonly bounds: CallerBounds;
  readonly address: string;
  readonly #held: HeldBytes;

  constructor(bounds: CallerBounds, address: string) {
    this.bounds = bounds;
    this.address = address;
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
    const { maxArgumentBytes, maxQueriesPerAddress } = this.bounds.limits;
    const { watching } = this.bounds;
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
    const isNew = live === undefined || !watching.has(this.address, live);
    return isNew && watching.count(this.address) >= maxQueriesPerAddress
      ? `An address may watch ${maxQueriesPerAddress} different queries at a time.`
      : null;
  }

  /** Returns a new holder for a result; see `resultCharge`. */
  results(): HeldBytes {
    return this.bounds.results.holder(this.address);
  }

  add(live: object, bytes: number): void {
    this.#held.grow(bytes);
    this.bounds.watching.add(this.address, live);
  }

  remove(live: object, bytes: number): void {
    this.#held.shrink(bytes);
    this.bounds.watching.remove(this.address, live);
  }
}
