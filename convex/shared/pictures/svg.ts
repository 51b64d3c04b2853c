/** Wraps drawing commands of a square of 100 units in an SVG document. */
export const svg = (art: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">${art}</svg>`;

/** The whole numbers from 0 to `count - 1`. */
export const numbers = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => at);

/** Rounds to a tenth of a unit, as fine as a screen shows. */
export const round = (value: number): number => Math.round(value * 10) / 10;
