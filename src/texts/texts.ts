import type { en } from "./en/all";

/**
 * The type of a translation: the same keys, with a string for each string and a function with the
 * same arguments for each function.
 */
export type Translated<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Translated<T[K]>;
};

/** All texts of the app, in either language. English defines the shape. */
export type Texts = Translated<typeof en>;
