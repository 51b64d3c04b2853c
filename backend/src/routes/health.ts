import { HttpError } from "../http/httpError.ts";

const LIMIT_MS = 3_000;

/** Checks whether functions can run, by asking the worker that runs them. */
export class Health {
  readonly #ping: () => Promise<void>;
  readonly #limitMs: number;

  /**
   * `ping` must be cheap enough to call for every request; see
   * `FunctionRuntime.ping`.
   */
  constructor(ping: () => Promise<void>, limitMs = LIMIT_MS) {
    this.#ping = ping;
    this.#limitMs = limitMs;
  }

  /**
   * @throws HttpError 503 if the worker has failed or does not answer in time
   */
  async require(): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        late.reject(
          unavailable(
            `Functions are not run at present: no answer within ${this.#limitMs} ms.`,
          ),
        ),
      this.#limitMs,
    );
    const answered = this.#ping().catch((error: unknown) => {
      throw unavailable(`Functions are not run: ${String(error)}`);
    });
    try {
      await Promise.race([answered, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function unavailable(message: string): HttpError {
  return new HttpError(503, "NotServing", message);
}
