import type { Deployment } from "../functions/contract.ts";

/** A push between `start_push` and `finish_push`. */
export interface PendingPush {
  readonly deployment: Deployment;
  /** The state of the deployment it was evaluated against. */
  readonly basis: string;
}

/**
 * Pushes that were started and not finished. Code generation starts pushes it
 * never finishes, so each expires, and its files with it.
 */
export class PendingPushes {
  readonly #pushes = new Map<string, { push: PendingPush; expiry: Timer }>();
  readonly #lifetimeMs: number;
  readonly #discard: (deployment: Deployment) => void;

  constructor(lifetimeMs: number, discard: (deployment: Deployment) => void) {
    this.#lifetimeMs = lifetimeMs;
    this.#discard = discard;
  }

  add(push: PendingPush): void {
    const { id } = push.deployment;
    const expiry = setTimeout(() => {
      this.#pushes.delete(id);
      this.#discard(push.deployment);
    }, this.#lifetimeMs);
    expiry.unref();
    this.#pushes.set(id, { push, expiry });
  }

  get(id: string): PendingPush | null {
    return this.#pushes.get(id)?.push ?? null;
  }

  /** The push is taken over by its caller and does not expire any more. */
  take(id: string): PendingPush | null {
    const entry = this.#pushes.get(id);
    if (!entry) return null;
    clearTimeout(entry.expiry);
    this.#pushes.delete(id);
    return entry.push;
  }
}

type Timer = ReturnType<typeof setTimeout>;
