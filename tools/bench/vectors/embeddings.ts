/**
 * Invents vectors that resemble text embeddings: they cluster around 500
 * subjects, with as much noise as signal. The same number always gives the same
 * vector.
 */
export const DIMENSIONS = 1536;
const SUBJECTS = 500;
export const KINDS = 10;

/** Returns a generator (xorshift) of numbers from -1 to 1. */
function numbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

const subjects = Array.from({ length: SUBJECTS }, (_, subject) => {
  const next = numbers(1_000_000_000 + subject);
  return Float32Array.from({ length: DIMENSIONS }, next);
});

/**
 * Rounds to three digits, which take fewer bytes as JSON than single precision
 * would.
 */
export function embedding(number: number): number[] {
  const next = numbers(number);
  // The first number of each seed is hardly random.
  next();
  const subject = subjects[Math.floor(Math.abs(next()) * SUBJECTS)];
  return Array.from({ length: DIMENSIONS }, (_, at) => {
    const value = (subject?.[at] ?? 0) + next();
    return Math.round(value * 500) / 1000;
  });
}
