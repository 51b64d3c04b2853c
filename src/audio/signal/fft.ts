export function nextPowerOfTwo(length: number): number {
  return 2 ** Math.ceil(Math.log2(length));
}

/** Radix-2 fast Fourier transform in place; the length is a power of two. */
export function transform(re: Float64Array, im: Float64Array): void {
  reorderByReversedBits(re, im);
  for (let half = 1; half < re.length; half *= 2) {
    for (let k = 0; k < half; k++) {
      const angle = (-Math.PI * k) / half;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (let i = k; i < re.length; i += 2 * half) {
        const j = i + half;
        const oddRe = at(re, j) * cos - at(im, j) * sin;
        const oddIm = at(re, j) * sin + at(im, j) * cos;
        re[j] = at(re, i) - oddRe;
        im[j] = at(im, i) - oddIm;
        re[i] = at(re, i) + oddRe;
        im[i] = at(im, i) + oddIm;
      }
    }
  }
}

/** The spectrum of `samples`, padded with zeros to `size`, as real and imaginary parts. */
export function spectrum(
  samples: Float32Array,
  size: number,
): [Float64Array, Float64Array] {
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(samples);
  transform(re, im);
  return [re, im];
}

/**
 * Multiplies `a` by the conjugate of `b`, arranged so that `transform` turns the result back into
 * the time domain: the real part is then the correlation of the two, scaled by the size.
 */
export function crossSpectrum(
  [aRe, aIm]: readonly [Float64Array, Float64Array],
  [bRe, bIm]: readonly [Float64Array, Float64Array],
): [Float64Array, Float64Array] {
  const re = new Float64Array(aRe.length);
  const im = new Float64Array(aRe.length);
  for (let i = 0; i < re.length; i++) {
    re[i] = at(aRe, i) * at(bRe, i) + at(aIm, i) * at(bIm, i);
    // The conjugate: the inverse transform is the forward transform of the conjugate.
    im[i] = at(aRe, i) * at(bIm, i) - at(aIm, i) * at(bRe, i);
  }
  return [re, im];
}

function reorderByReversedBits(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [at(re, j), at(re, i)];
      [im[i], im[j]] = [at(im, j), at(im, i)];
    }
  }
}

/**
 * Reads an element. Indices here are always in range, but the type of an access includes undefined.
 */
function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
