import { chooseInks, INK, PAPER, type Inks } from "./inks";
import { MOTIFS } from "./motifs";
import { type Choice, seededChoice } from "./seededChoice";
import { numbers, round, svg } from "./svg";

/**
 * Returns the picture of a person as an SVG document with the view box 0 0 100
 * 100. The same id always gives the same picture.
 */
export const stickerOf = (userId: string): string => svg(stickerArt(userId));

/** Returns the content of `stickerOf`, to be placed in a larger drawing. */
export function stickerArt(userId: string): string {
  const choice = seededChoice(`sticker ${userId}`);
  const motif = choice.of(MOTIFS);
  const inks = chooseInks(choice);
  const outline = choice.of(OUTLINES)(choice);
  const pattern = choice.of(PATTERNS)(choice);
  const tilt = choice.below(25) - 12;
  return [
    `<path d="${outline(48)}" fill="${PAPER}" stroke="${INK}" stroke-width="1.6"/>`,
    `<path d="${outline(42.5)}" fill="${inks.ground}"/>`,
    `<g fill="none" stroke="${inks.pattern}" stroke-opacity=".55">${pattern}</g>`,
    beads(choice, inks),
    `<g transform="rotate(${tilt} 50 50)">${motif(inks.figure, inks.detail)}</g>`,
  ].join("");
}

type Outline = (radius: number) => string;

const point = (radius: number, turn: number) => {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  const x = 50 + radius * Math.cos(angle);
  const y = 50 + radius * Math.sin(angle);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
};

const disc: Outline = (radius) =>
  `M${50 - radius} 50a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;

const square: Outline = (radius) => {
  const side = round(1.86 * radius - 22);
  const start = round(50 - side / 2);
  return `M${start} ${round(start - 11)}h${side}q11 0 11 11v${side}q0 11-11 11h${-side}q-11 0-11-11v${-side}q0-11 11-11Z`;
};

/** Shallow bumps around a circle, which stay within `radius`. */
const scalloped =
  (bumps: number): Outline =>
  (radius) => {
    const inner = radius / 1.06;
    const bend = ((1.6 * inner * Math.PI) / bumps).toFixed(1);
    const arcs = numbers(bumps).map(
      (bump) => `A${bend} ${bend} 0 0 1 ${point(inner, (bump + 1) / bumps)}`,
    );
    return `M${point(inner, 0)}${arcs.join("")}Z`;
  };

const polygon =
  (corners: number): Outline =>
  (radius) =>
    `M${numbers(corners)
      .map((corner) => point(radius, (corner + 0.5) / corners))
      .join("L")}Z`;

const OUTLINES = [
  () => disc,
  () => square,
  (choice: Choice) => scalloped(choice.of([10, 12, 16])),
  (choice: Choice) => polygon(choice.of([6, 8])),
] as const;

const PATTERNS = [
  (choice: Choice) => {
    const rays = 8 + 2 * choice.below(4);
    const d = numbers(rays)
      .map((ray) => `M50 50L${point(38, ray / rays)}`)
      .join("");
    return `<path d="${d}" stroke-width="5"/>`;
  },
  (choice: Choice) => {
    const width = choice.of([3, 5, 8]);
    return [12, 22, 32]
      .map(
        (radius) =>
          `<circle cx="50" cy="50" r="${radius}" stroke-width="${width}"/>`,
      )
      .join("");
  },
  (choice: Choice) => {
    const gap = choice.of([9, 12, 16]);
    const d = numbers(Math.floor(48 / gap) + 1)
      .map((row) => `M26 ${26 + row * gap}h48`)
      .join("");
    return `<path d="${d}" stroke-width="${gap / 2}" transform="rotate(${choice.below(12) * 15} 50 50)"/>`;
  },
  (choice: Choice) => {
    const d = [26, 38, 50, 62, 74]
      .map((y) => `M26 ${y}l8-7 8 7 8-7 8 7 8-7 8 7`)
      .join("");
    return `<path d="${d}" stroke-width="4" transform="rotate(${choice.below(4) * 45} 50 50)"/>`;
  },
  () =>
    `<path d="M24 28h60M24 41h60M24 54h60M24 67h60M30 80h40" stroke-width="7" stroke-linecap="round" stroke-dasharray="0 13"/>`,
] as const;

const BEADS = 20;

/**
 * Draws dots along the edge, large or small. They tell apart stickers that are
 * otherwise the same.
 */
function beads(choice: Choice, { figure }: Inks): string {
  const of = (radius: number, isLarge: boolean[], wanted: boolean) => {
    const dots = isLarge.flatMap((large, bead) =>
      large === wanted ? `M${point(34.5, bead / BEADS)}h0` : [],
    );
    return `<path d="${dots.join("")}" stroke="${figure}" stroke-width="${radius}" stroke-linecap="round"/>`;
  };
  const isLarge = numbers(BEADS).map(() => choice.below(2) === 0);
  return of(4.6, isLarge, true) + of(2, isLarge, false);
}
