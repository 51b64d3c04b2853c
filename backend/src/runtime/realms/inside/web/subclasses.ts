import type { RealmErrors } from "../errors.ts";
import type { HostObjects } from "../hostObjects.ts";
import type { RealmHost } from "../realmHost.ts";
import type { Adopt, Adopters } from "./adopters.ts";
import type { Answers, ClassAnswers } from "./answers.ts";

export type AnyClass = new (...args: never[]) => object;
export type Method = (...args: unknown[]) => unknown;

/**
 * Makes methods for web classes. The errors that the methods throw belong to the
 * app's own realm.
 */
export interface MethodMaker {
  readonly define: (on: object, name: PropertyKey, value: unknown) => boolean;
  readonly method: (
    name: string,
    run: (self: object, args: unknown[]) => unknown,
  ) => Method;
}

export function makeMethodMaker({ adopt }: RealmErrors): MethodMaker {
  const { defineProperty } = Reflect;
  return {
    define: (on, name, value) =>
      defineProperty(on, name, {
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      }),
    method: (name, run) =>
      ({
        [name](this: object, ...args: unknown[]): unknown {
          try {
            return run(this, args);
          } catch (error) {
            throw adopt(error);
          }
        },
      })[name] as Method,
  };
}

/**
 * Returns a function that makes the realm's subclass of an engine's class.
 * Instances of the engine's class count as instances of the subclass too.
 */
export function makeSubclasses(
  host: RealmHost,
  errors: RealmErrors,
  { made: tell }: HostObjects,
  { define }: MethodMaker,
  addMethods: (name: string, Own: AnyClass, Engine: AnyClass) => void,
): (name: string) => AnyClass {
  const { apply } = Reflect;
  const ordinary = Function.prototype[Symbol.hasInstance];
  return (name) => {
    const Engine = host.global(name) as AnyClass;
    const { [name]: Own } = {
      [name]: class extends Engine {
        constructor(...args: never[]) {
          try {
            super(...(name === "Response" ? withoutEmptyBody(args) : args));
          } catch (error) {
            throw errors.adopt(error);
          }
          tell(this);
        }
      },
    } as Record<string, AnyClass>;
    if (!Own) throw new Error(name);
    const has = function (this: unknown, value: unknown) {
      const isOwn = apply(ordinary, this, [value]);
      return isOwn || (this === Own && apply(ordinary, Engine, [value]));
    };
    define(Own, Symbol.hasInstance, has);
    addMethods(name, Own, Engine);
    return Own;
  };
}

/**
 * On Convex, a response whose status allows no body may still be given an empty
 * string, and published components rely on that. Node accepts only null.
 */
export function withoutEmptyBody(args: never[]): never[] {
  const [body, init] = args as unknown as [unknown, ResponseInit | undefined];
  const isRefused = body === "" && [204, 205, 304].includes(init?.status ?? 0);
  return isRefused ? ([null, init] as never[]) : args;
}

/** Returns a function that gives a subclass the methods whose answers are adopted. */
export function makeAnswering(
  { promised }: RealmErrors,
  { define, method }: MethodMaker,
  { asOwn }: Adopters,
  { promises, values, statics }: ClassAnswers,
): (name: string, Own: AnyClass, Engine: AnyClass) => void {
  const { apply } = Reflect;
  const { entries } = Object;
  const answer = (
    Own: AnyClass,
    Engine: AnyClass,
    answers: Answers,
    settle: (value: unknown, adoptValue: Adopt) => unknown,
  ) => {
    const prototype = Engine.prototype as Record<string, Method>;
    for (const [name, given] of entries(answers)) {
      const [asked, adoptValue] =
        typeof given === "function" ? [name, given] : given;
      const real = prototype[asked];
      if (!real) continue;
      const run = (self: object, args: unknown[]) =>
        settle(apply(real, self, args), adoptValue);
      define(Own.prototype as object, name, method(name, run));
    }
  };
  return (name, Own, Engine) => {
    answer(Own, Engine, promises[name] ?? {}, (promise, adoptValue) =>
      promised(promise as PromiseLike<unknown>, adoptValue),
    );
    answer(Own, Engine, values[name] ?? {}, (value, adoptValue) =>
      adoptValue(value),
    );
    for (const key of statics[name] ?? []) {
      const real = (Engine as unknown as Record<string, Method>)[key] as Method;
      const run = (_self: object, args: unknown[]) =>
        asOwn(name)(apply(real, Engine, args));
      define(Own, key, method(key, run));
    }
  };
}
