type Callable = (...args: unknown[]) => unknown;

/**
 * Hides the language of the machine: everything that would depend on it is in
 * American English, as on Convex. Called in every realm where functions run. The
 * time zone is the process's; see `startWorker`.
 */
export function installLanguage(): void {
  const { apply, construct } = Reflect;
  const fill = makeLanguageFilling();
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Real: unknown = Reflect.get(Intl, name);
    if (typeof Real !== "function" || !("supportedLocalesOf" in Real)) continue;
    wrapClass(Intl, name, {
      construct: (args, newTarget): unknown =>
        construct(Real, fill(args, 0), newTarget),
      call: (self, args) => apply(Real, self, fill(args, 0)) as unknown,
    });
  }
  const filled: [object, string, at: number][] = [
    [Number.prototype, "toLocaleString", 0],
    [BigInt.prototype, "toLocaleString", 0],
    [Date.prototype, "toLocaleString", 0],
    [Date.prototype, "toLocaleDateString", 0],
    [Date.prototype, "toLocaleTimeString", 0],
    [String.prototype, "toLocaleLowerCase", 0],
    [String.prototype, "toLocaleUpperCase", 0],
    [String.prototype, "localeCompare", 1],
  ];
  for (const [prototype, name, at] of filled) {
    wrapMethod(prototype, name, (real, self, args) =>
      apply(real, self, fill(args, at)),
    );
  }
  // V8 translates the name of the time zone.
  for (const name of ["toString", "toTimeString"]) {
    wrapMethod(Date.prototype, name, (real, self) =>
      String(apply(real, self, [])).replace(
        /\(.*\)$/,
        "(Coordinated Universal Time)",
      ),
    );
  }
  const RealDate = Date;
  wrapClass(globalThis, "Date", {
    construct: (args, newTarget): unknown =>
      construct(RealDate, args, newTarget),
    call: () => new RealDate().toString(),
  });
}

/**
 * Returns a function that appends American English to the languages that a method
 * is given as its argument `at`. V8 would append the machine's language there.
 */
export function makeLanguageFilling() {
  const { getCanonicalLocales, NumberFormat } = Intl;
  let lastGiven = "en-US";
  let lastFilled: string | string[] = "en-US";
  const filled = (given: unknown): string | string[] => {
    if (given === undefined) return "en-US";
    if (given === lastGiven) return lastFilled;
    const asked = getCanonicalLocales(given as string | string[]);
    const all = [...asked, "en-US"];
    if (typeof given !== "string") return all;
    // V8 formats much faster if it is given one language as text.
    const isKnown = NumberFormat.supportedLocalesOf(asked).length > 0;
    lastFilled = isKnown ? given : all;
    lastGiven = given;
    return lastFilled;
  };
  return (args: readonly unknown[], at: number): unknown[] => {
    const all = [...args];
    all[at] = filled(args[at]);
    return all;
  };
}

// Assigning keeps the attributes of a property, and costs least: on a machine
// that speaks another language, all this runs for every action.

export function wrapMethod(
  prototype: object,
  name: string,
  run: (real: Callable, self: unknown, args: unknown[]) => unknown,
): void {
  const real = Reflect.get(prototype, name) as Callable;
  const wrapped = {
    [name](this: unknown, ...args: unknown[]): unknown {
      return run(real, this, args);
    },
  };
  Object.assign(prototype, wrapped);
}

/** Replaces a class with a function that makes the same objects. */
export function wrapClass(
  on: object,
  name: string,
  made: {
    readonly construct: (args: unknown[], newTarget: Callable) => unknown;
    readonly call: (self: unknown, args: unknown[]) => unknown;
  },
): void {
  const Real = Reflect.get(on, name) as Callable;
  const wrapped = {
    [name]: function (this: unknown, ...args: unknown[]): unknown {
      return new.target
        ? made.construct(args, new.target)
        : made.call(this, args);
    },
  };
  const Own = wrapped[name] as Callable;
  Own.prototype = Real.prototype as object;
  for (const key of Object.getOwnPropertyNames(Real)) {
    const value: unknown = Reflect.get(Real, key);
    if (typeof value !== "function") continue;
    Object.defineProperty(Own, key, {
      value,
      writable: true,
      configurable: true,
    });
  }
  Object.assign(Real.prototype as object, { constructor: Own });
  Object.assign(on, wrapped);
}

/** What `startRealm` needs from this file. */
export const LANGUAGE_PARTS = [
  wrapMethod,
  wrapClass,
  makeLanguageFilling,
  installLanguage,
];
