import { INK } from "./inks";

/** Draws a figure around (50, 50), at most 44 units wide and high. */
type Motif = (figure: string, detail: string) => string;

const LINE = `stroke="${INK}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"`;

const shape = (d: string, fill: string) =>
  `<path d="${d}" fill="${fill}" ${LINE}/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${LINE}/>`;
const line = (d: string) => `<path d="${d}" fill="none" ${LINE}/>`;
const bold = (d: string, ink: string) =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round"/>`;

const microphone: Motif = (figure, detail) =>
  shape("M44 52h12l-4 22h-4Z", figure) +
  circle(50, 40, 13, detail) +
  line("M38 40h24M41 33q9 7 18 0M41 47q9-7 18 0M50 27v26");

const headphones: Motif = (figure, detail) =>
  `<path d="M31 58V49a19 19 0 0 1 38 0v9" fill="none" stroke="${INK}" stroke-width="9"/>` +
  `<path d="M31 58V49a19 19 0 0 1 38 0v9" fill="none" stroke="${figure}" stroke-width="4.5"/>` +
  shape("M27 52h7q5 0 5 5v9q0 5-5 5h-7Z", detail) +
  shape("M73 52h-7q-5 0-5 5v9q0 5 5 5h7Z", detail);

const cap: Motif = (figure, detail) =>
  shape("M30 57q-1-24 20-25 21 1 20 25Z", figure) +
  shape("M48 57h26q6 0 3 6-3 4-9 3-11-3-20-3Z", detail) +
  circle(50, 32, 2.5, detail) +
  line("M50 34q-8 9-7 23");

const sun: Motif = (figure, detail) =>
  shape(
    "M50 26l5 9 9-5 0 11 11-1-5 10 9 6-10 5 4 10-11-1-2 10-10-6-10 6-2-10-11 1 4-10-10-5 9-6-5-10 11 1 0-11 9 5Z",
    figure,
  ) +
  circle(50, 51, 11, detail) +
  line("M46 50v1M54 50v1M46 55q4 3 8 0");

const lotus: Motif = (figure, detail) =>
  shape("M50 68q-22 2-26-17 11-1 17 4 3 5 9 13Z", detail) +
  shape("M50 68q22 2 26-17-11-1-17 4-3 5-9 13Z", detail) +
  shape("M50 68q-18-10-13-29 9 4 13 12 4-8 13-12 5 19-13 29Z", figure) +
  shape("M50 68q-12-18 0-38 12 20 0 38Z", detail);

const bolt: Motif = (figure, detail) =>
  `<path d="M58 30 36 56h12l-4 20 24-28H55l8-18Z" fill="${detail}" ${LINE}/>` +
  shape("M54 26 32 52h12l-4 20 24-28H51l8-18Z", figure);

const eye: Motif = (figure, detail) =>
  shape("M26 50q24-27 48 0-24 27-48 0Z", figure) +
  circle(50, 50, 11, detail) +
  circle(50, 50, 4, INK) +
  line("M34 33l-4-5M50 28v-5M66 33l4-5");

const star: Motif = (figure, detail) =>
  shape("M50 26l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1Z", figure) +
  circle(50, 52, 7, detail);

const kite: Motif = (figure, detail) =>
  shape("M50 25 71 46 50 67 29 46Z", figure) +
  shape("M50 25v42L29 46Z", detail) +
  line("M34 41q16 14 32 0") +
  shape("M50 67l7 9H43Z", detail);

const speaker: Motif = (figure, detail) =>
  shape("M35 26h30q3 0 3 3v42q0 3-3 3H35q-3 0-3-3V29q0-3 3-3Z", figure) +
  circle(50, 58, 11, detail) +
  circle(50, 58, 4, INK) +
  circle(50, 37, 5.5, detail);

const chai: Motif = (figure, detail) =>
  shape("M34 42h32l-5 32H39Z", figure) +
  shape("M36 52h28l-3.5 22H39.5Z", detail) +
  line("M43 36q-4-5 0-11M50 36q-4-5 0-11M57 36q-4-5 0-11");

const crown: Motif = (figure, detail) =>
  shape("M29 66l-4-30 14 12 11-19 11 19 14-12-4 30Z", figure) +
  shape("M29 66h42v7H29Z", detail) +
  circle(50, 54, 4, detail);

const feather: Motif = (figure, detail) =>
  shape(
    "M48 76q-3-12 0-18-20-10-10-28 6-8 13-8 20 4 16 22-3 10-16 14-1 8 1 18Z",
    figure,
  ) +
  circle(52, 40, 10, detail) +
  circle(52, 41, 4.5, INK);

const paisley: Motif = (figure, detail) =>
  shape(
    "M62 25q-5 8 4 18 10 16-6 26-18 8-27-8-5-18 12-26 10-4 17-10Z",
    figure,
  ) +
  shape("M55 42q-12 3-12 14 2 9 11 7 9-5 4-13-4-4-3-8Z", detail) +
  circle(50, 55, 2.5, INK);

const lamp: Motif = (figure, detail) =>
  shape("M26 55h48q-3 18-24 18T26 55Z", figure) +
  shape("M50 24q13 14 8 23-3 5-8 5t-8-5q-5-9 8-23Z", detail) +
  line("M33 62q17 7 34 0");

const record: Motif = (figure, detail) =>
  circle(50, 50, 23, INK) +
  `<circle cx="50" cy="50" r="18" fill="none" stroke="${figure}" stroke-width="2" stroke-dasharray="32 14"/>` +
  circle(50, 50, 11, figure) +
  circle(50, 50, 3, detail);

const shades: Motif = (figure, detail) =>
  shape(
    "M24 41h52v5q-1 18-13 18-9 0-11-12h-4q-2 12-11 12-12 0-13-18Z",
    figure,
  ) +
  shape("M29 46h16q-1 13-8 13-7-1-8-13Z", detail) +
  shape("M55 46h16q-1 13-8 13-7-1-8-13Z", detail);

const flame: Motif = (figure, detail) =>
  shape(
    "M52 23q4 12 13 18 10 11 5 22-6 12-20 12t-20-11q-4-10 4-20 3 6 7 6-2-16 11-27Z",
    figure,
  ) + shape("M51 47q11 11 7 20-3 5-8 5t-8-5q-3-8 9-20Z", detail);

const heart: Motif = (figure, detail) =>
  shape("M50 74Q21 52 29 36q11-14 21 2 10-16 21-2 8 16-21 38Z", figure) +
  bold("M37 41q1-4 5-4", detail);

const marigold: Motif = (figure, detail) =>
  [0, 45, 90, 135, 180, 225, 270, 315]
    .map(
      (angle) =>
        `<ellipse cx="50" cy="34" rx="8.5" ry="10" fill="${figure}" ${LINE} transform="rotate(${angle} 50 50)"/>`,
    )
    .join("") + circle(50, 50, 10, detail);

const rickshaw: Motif = (figure, detail) =>
  shape("M28 64V44q2-13 15-13h16q8 0 10 12l5 12v9Z", figure) +
  shape("M37 38h9v13h-9ZM52 38h8l4 13H52Z", detail) +
  circle(38, 66, 6.5, INK) +
  circle(64, 66, 6.5, INK);

const drum: Motif = (figure, detail) =>
  shape("M29 38v26q21 16 42 0V38Z", figure) +
  `<ellipse cx="50" cy="38" rx="21" ry="9" fill="${detail}" ${LINE}/>` +
  line("M29 62l10-16 11 26 11-26 10 16") +
  circle(50, 38, 3.5, INK);

const moon: Motif = (figure, detail) =>
  shape(
    "M60 28q-26-2-30 22 2 24 28 24 10-1 15-9-20 1-23-15 0-14 10-22Z",
    figure,
  ) +
  shape(
    "M66 38l2.5 6 6.5.5-5 4 1.5 6.5-5.5-3.5-5.5 3.5 1.5-6.5-5-4 6.5-.5Z",
    detail,
  );

const hand: Motif = (figure, detail) =>
  shape(
    "M38 74q-3-8-10-17-2-6 4-5l7 6V34q0-5 4-5t4 5v-5q0-5 4-5t4 5v5q0-5 4-5t4 5v6q0-4 3-4t4 4v18q0 10-6 16Z",
    figure,
  ) + circle(52, 58, 7, detail);

export const MOTIFS = [
  microphone,
  headphones,
  cap,
  sun,
  lotus,
  bolt,
  eye,
  star,
  kite,
  speaker,
  chai,
  crown,
  feather,
  paisley,
  lamp,
  record,
  shades,
  flame,
  heart,
  marigold,
  rickshaw,
  drum,
  moon,
  hand,
] as const;
