/* oxlint-disable typescript/prefer-promise-reject-errors -- what was thrown is passed on, whatever it is */
import type { RealmHost } from "./realmHost.ts";

export interface RealmErrors {
  /**
   * Turns an error of the engine into an error of the app's own realm (set of
   * global objects). Returns anything else unchanged.
   */
  readonly adopt: (thrown: unknown) => unknown;
  readonly rejected: (thrown: unknown) => Promise<never>;
  /** Returns a promise of the realm that settles like `promise`. */
  readonly promised: <T>(
    promise: PromiseLike<unknown>,
    adopt?: (value: unknown) => T,
  ) => Promise<T>;
}

export function makeErrors(host: RealmHost): RealmErrors {
  const classes = [TypeError, RangeError, SyntaxError, EvalError, URIError];
  const same = (value: unknown) => value as never;
  const adopt = (thrown: unknown): unknown => {
    if (!host.isEngineError(thrown)) return thrown;
    // A DOMException is the same class in all realms.
    if ("code" in thrown && typeof thrown.code === "number") return thrown;
    const { name, message, data } = thrown;
    const Class = classes.find((known) => known.name === name) ?? Error;
    const own = new Class(message);
    for (const [key, value] of Object.entries(thrown)) {
      if (typeof value !== "object")
        Object.defineProperty(own, key, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
    }
    if (data === undefined) return own;
    return Object.assign(own, {
      data: JSON.parse(JSON.stringify(data)) as unknown,
    });
  };
  return {
    adopt,
    rejected: (thrown) =>
      new Promise((_resolve, reject) => {
        reject(adopt(thrown));
      }),
    promised: (promise, adoptValue = same) =>
      new Promise((resolve, reject) => {
        promise.then(
          (value) => {
            try {
              resolve(adoptValue(value));
            } catch (error) {
              reject(adopt(error));
            }
          },
          (error: unknown) => {
            reject(adopt(error));
          },
        );
      }),
  };
}
