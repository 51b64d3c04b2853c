/**
 * Makes hashing passwords cheap: 210,000 rounds each take a tenth of a second,
 * and a test of accounts needs several of them. The hash still depends on the
 * password and the salt. passwords.test.ts does not load this.
 */
const ROUNDS = 100;

const { subtle } = crypto;
const real = subtle.deriveBits.bind(subtle);

subtle.deriveBits = (algorithm, key, length) =>
  real(
    typeof algorithm === "object" && "iterations" in algorithm
      ? { ...algorithm, iterations: ROUNDS }
      : algorithm,
    key,
    length,
  );
