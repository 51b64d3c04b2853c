import type { RealmErrors } from "../errors.ts";
import type { HostObjects } from "../hostObjects.ts";
import type { RealmHost } from "../realmHost.ts";
import type { Seal } from "../seal/seal.ts";
import { makeAdopters } from "./adopters.ts";
import { makeClassAnswers } from "./answers.ts";
import { earlyGlobals, lazyGlobals, statefulClasses } from "./classNames.ts";
import {
  type AnyClass,
  makeAnswering,
  makeMethodMaker,
  makeSubclasses,
  type Method,
  type MethodMaker,
  withoutEmptyBody,
} from "./subclasses.ts";

export interface WebInside {
  request(url: string, init: RequestInit): Request;
}

/**
 * Installs the web classes. Classes whose methods return objects get a subclass in
 * the realm, which turns those objects into the realm's own. The other classes are
 * the engine's, which are frozen. Most are made on first use.
 */
export function installWebClasses(
  host: RealmHost,
  errors: RealmErrors,
  seal: Seal,
  hostObjects: HostObjects,
): WebInside {
  const { apply, construct } = Reflect;
  const maker = makeMethodMaker(errors);
  const made = new Map<string, unknown>();
  const stateful = host.kind === "transaction" ? statefulClasses() : [];
  const adopters = makeAdopters((name) => classOf(name));
  const answers = makeClassAnswers(adopters);
  const subclass = makeSubclasses(
    host,
    errors,
    hostObjects,
    maker,
    makeAnswering(errors, maker, adopters, answers),
  );
  const makeFetch = () => {
    const real = host.global("fetch") as Method;
    return maker.method("fetch", (_self, args) =>
      errors.promised(
        apply(real, undefined, args) as Promise<unknown>,
        (response) => adopters.asOwn("Response")(response),
      ),
    );
  };
  const valueOf = (name: string): unknown => {
    if (made.has(name)) return made.get(name);
    const value =
      name === "fetch"
        ? makeFetch()
        : name in answers.values || stateful.includes(name)
          ? subclass(name)
          : host.global(name);
    made.set(name, value);
    return value;
  };
  const classOf = (name: string) => valueOf(name) as AnyClass;

  for (const name of earlyGlobals())
    maker.define(globalThis, name, valueOf(name));
  defineLazily(lazyGlobals(host), valueOf, seal, maker);
  return {
    request: (url, init) =>
      construct(classOf("Request"), [url, init]) as Request,
  };
}

/**
 * Defines globals on first use: most functions need none of these, and some
 * load a lot.
 */
export function defineLazily(
  names: readonly string[],
  valueOf: (name: string) => unknown,
  { change }: Seal,
  { define }: MethodMaker,
): void {
  for (const name of names) {
    Reflect.defineProperty(globalThis, name, {
      get: () => {
        change();
        const value = valueOf(name);
        define(globalThis, name, value);
        return value;
      },
      set: (value: unknown) => {
        change();
        define(globalThis, name, value);
      },
      enumerable: false,
      configurable: true,
    });
  }
}

/** The functions that `installWebClasses` calls, to be evaluated with it. */
export const WEB_PARTS = [
  makeAdopters,
  makeClassAnswers,
  statefulClasses,
  earlyGlobals,
  lazyGlobals,
  makeMethodMaker,
  makeSubclasses,
  withoutEmptyBody,
  makeAnswering,
  defineLazily,
  installWebClasses,
];
