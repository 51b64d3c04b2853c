import type { Deployment } from "../runtime/contract/runtime.ts";

/** A push between `start_push` and `finish_push`. */
export interface PendingPush {
  readonly deployment: Deployment;
  /** State of the deployment when the push was evaluated; see `PushSteps`. */
  readonly basis: string;
}

/**
 * Pushes that have been started and not finished. Code generation starts pushes
 * that it never finishes, so each push expires and its files are removed.
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

  /**
   * Removes the push from the list; it no longer expires, and the caller must
   * keep or discard its files.
   */
  take(id: string): PendingPush | null {
    const entry = this.#pushes.get(id);
    if (!entry) return null;
    clearTimeout(entry.expiry);
    this.#pushes.delete(id);
    return entry.push;
  }
}

type Timer = ReturnType<typeof setTimeout>;
