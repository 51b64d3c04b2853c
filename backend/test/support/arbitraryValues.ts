/** Generates Convex values for property tests. */
import fc from "fast-check";
import type { Value } from "convex/values";

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

const FIELD_NAME = fc
  .string({ minLength: 1, maxLength: 4 })
  .filter((name) => /^[a-zA-Z][ -~]*$/.test(name));

/**
 * Uses few characters, including those that encodings get wrong: zero, 0xFF,
 * surrogates.
 */
export const text = fc.oneof(
  fc.string({
    maxLength: 4,
    unit: fc.constantFrom(
      "\0",
      "\u0001",
      "a",
      "b",
      "\u007f",
      "\u0080",
      "ÿ",
      "ल",
      "\ud7ff",
      "\ue000",
      "\uffff",
      "😀",
      "\u{10ffff}",
      "\ud800",
      "\udfff",
    ),
  }),
  fc.string({ unit: "binary" }),
);

export const float = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, Number.MIN_VALUE, 1.5),
);

export const int64 = fc.oneof(
  fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }),
  fc.constantFrom(MIN_INT64, MAX_INT64, 0n, -1n, 1n, 255n, 256n, -256n),
);

const bytes = fc
  .uint8Array({ maxLength: 4 })
  .map((array) => new Uint8Array(array).buffer);

export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(null, true, false),
      text,
      float,
      int64,
      bytes,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(FIELD_NAME, tie("value"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }),
).value;
