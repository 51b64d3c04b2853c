import type { RealmHost } from "../realmHost.ts";

/** Refuses changes from the moment the realm is sealed (made unchangeable). */
export interface Refusals {
  /** Seals the realm. */
  readonly begin: () => void;
  readonly haveBegun: () => boolean;
  /** Reports that the running call tried to change shared state, and throws. */
  readonly refuse: () => never;
  /** See `Seal`. */
  readonly isRefusal: (error: unknown) => boolean;
  /** See `Seal`. */
  readonly caught: (error: unknown) => void;
}

export function makeRefusals(host: RealmHost): Refusals {
  const { apply } = Reflect;
  // Captured here, because an app may replace the method before it is used.
  // oxlint-disable-next-line typescript/unbound-method -- `apply` gives it its object
  const test = RegExp.prototype.test;
  const REFUSED =
    /^(Cannot (assign to read only|add|delete|redefine|define) property|#<.*> is not extensible|.* object is not extensible$|Cannot add private)/;
  const RealTypeError = TypeError;
  // Node's own code may run into a frozen object too.
  const EngineTypeError = host.global("TypeError") as typeof TypeError;
  let isSealed = false;

  class RefusedChange extends Error {}

  const isRefusal = (error: unknown) =>
    error instanceof RefusedChange ||
    ((error instanceof RealTypeError || error instanceof EngineTypeError) &&
      apply(test, REFUSED, [String(error.message)]) === true);
  return {
    begin: () => {
      isSealed = true;
    },
    haveBegun: () => isSealed,
    refuse: () => {
      host.touched();
      throw new RefusedChange(
        "A function changed state that all functions of the deployment share. It runs again in its own realm.",
      );
    },
    isRefusal,
    caught: (error) => {
      if (!isSealed || !isRefusal(error)) return;
      host.touched();
      throw error;
    },
  };
}
