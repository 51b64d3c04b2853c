/** Joins sounds one after another. A single sound is returned unchanged. */
export function joinSamples(
  parts: readonly Float32Array<ArrayBuffer>[],
): Float32Array<ArrayBuffer> {
  const [first = new Float32Array(), ...others] = parts;
  if (others.length === 0) return first;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
