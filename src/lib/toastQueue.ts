import { wait } from "./wait";
import { logFailure } from "./logFailure";

const AGAIN_MS = 5_000;

/** Keeps toasts until the code that shows them has loaded, however long there is no network. */
export class ToastQueue<Toast> {
  readonly #load: () => Promise<(toast: Toast) => void>;
  readonly #waiting: Toast[] = [];
  #isLoading = false;

  constructor(load: () => Promise<(toast: Toast) => void>) {
    this.#load = load;
  }

  add(toast: Toast): void {
    this.#waiting.push(toast);
    if (!this.#isLoading) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    this.#isLoading = true;
    const show = await this.#loadForSure();
    this.#isLoading = false;
    for (const toast of this.#waiting.splice(0)) show(toast);
  }

  async #loadForSure(): Promise<(toast: Toast) => void> {
    for (;;) {
      try {
        return await this.#load();
      } catch (error) {
        logFailure("loading the code for toasts failed", error);
        await wait(AGAIN_MS);
      }
    }
  }
}
