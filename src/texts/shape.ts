/** The shape a translation must have: the same keys, strings for strings, functions of the same arguments. */
export type Translated<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Translated<T[K]>;
};
