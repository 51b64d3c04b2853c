/** A stream of choices that depends on nothing but the text it starts from. */
export interface Choice {
  /** Returns an integer from 0 to `count - 1`. */
  below(count: number): number;
  /** Returns one of `options`, which must not be empty. */
  of<Option>(options: readonly [Option, ...Option[]]): Option;
}

/**
 * Makes the choices of one picture. Equal texts give equal choices on every
 * machine; these choices are not random enough for secrets.
 */
export function seededChoice(text: string): Choice {
  // Two states of 32 bits, so that even a million ids hardly ever share both.
  let first = hash(text, 0x811c9dc5);
  let second = hash(text, 0x2f0b4c47);
  const below = (count: number) => {
    first = (first + 0x6d2b79f5) >>> 0;
    second = (second + 0x9e3779b9) >>> 0;
    const value = (mixed(first) ^ mixed(second)) >>> 0;
    return Math.floor((value / 2 ** 32) * count);
  };
  return {
    below,
    of: (options) => options[below(options.length)] ?? options[0],
  };
}

/** FNV-1a, followed by a mix so that similar ids start far apart. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(value >>> 0);
}

/** The mixing step of the generator mulberry32. */
function mixed(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return (value ^ (value >>> 14)) >>> 0;
}
