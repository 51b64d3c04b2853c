"use node";

import type * as HarfBuzzModule from "harfbuzzjs";
import { type FontName, readFont } from "./readFont";
import { type Area, joined, NO_AREA, placed } from "./areas";
import { type Covers, fontsOf, splitByFont } from "./splitByFont";
import { visualOrder } from "./visualOrder";

type HarfBuzz = typeof HarfBuzzModule;

/** A line of text as an outline, for a font size of 1. */
export interface Outline {
  readonly width: number;
  /** The area that its glyphs cover, which may be larger than the line. */
  readonly ink: Area;
  /** SVG groups, drawn from the point (0, 0) on the baseline. */
  readonly art: string;
}

/** Turns a text into outlines. */
export type Shape = (text: string) => Outline;

interface LoadedFont {
  readonly font: HarfBuzzModule.Font;
  readonly unitsPerEm: number;
  readonly characters: ReadonlySet<number>;
}

/** Letters of these fonts look as large as those of the display font at this size. */
const SCALE: Partial<Record<FontName, number>> = {
  display: 1,
  devanagariDigits: 1.05,
};
const OTHER_SCALE = 0.74;

const JOINERS = /[\u200C\u200D]/g;

const loaded = new Map<FontName, Promise<LoadedFont>>();

/** Loads the fonts that `texts` need, and returns a function that shapes them. */
export async function prepareShaping(texts: readonly string[]): Promise<Shape> {
  // The package waits for its WebAssembly while it loads, so it cannot be
  // required.
  const harfBuzz = await import("harfbuzzjs");
  const names = fontsOf(texts.join(" "));
  const fonts = new Map(
    await Promise.all(
      names.map(
        async (name) => [name, await loadFont(harfBuzz, name)] as const,
      ),
    ),
  );
  const covers = (name: FontName, text: string) =>
    [...text.replace(JOINERS, "")].every((character) =>
      fonts.get(name)?.characters.has(character.codePointAt(0) ?? 0),
    );
  return (text) => {
    let width = 0;
    let ink = NO_AREA;
    const art = orderedRuns(text, covers).map(({ font: name, ...run }) => {
      const font = fonts.get(name);
      if (font === undefined) return "";
      const scale = SCALE[name] ?? OTHER_SCALE;
      const drawn = shapeRun(harfBuzz, font, { ...run, scale, x: width });
      width += drawn.width;
      ink = joined(ink, drawn.ink);
      return drawn.art;
    });
    return { width, ink, art: art.join("") };
  };
}

/** The runs of a line from left to right. */
const orderedRuns = (line: string, covers: Covers) =>
  visualOrder(line).flatMap(({ text, isRightToLeft }) => {
    const runs = splitByFont(text, covers);
    if (isRightToLeft) runs.reverse();
    return runs.map((run) => ({ ...run, isRightToLeft }));
  });

function loadFont(
  { Blob, Face, Font }: HarfBuzz,
  name: FontName,
): Promise<LoadedFont> {
  const present = loaded.get(name);
  if (present) return present;
  const loading = readFont(name).then((bytes) => {
    const face = new Face(new Blob(bytes.buffer as ArrayBuffer)); // each blob has its own buffer, which is never shared
    const characters = new Set(face.collectUnicodes());
    return { font: new Font(face), unitsPerEm: face.upem, characters };
  });
  loaded.set(name, loading);
  return loading;
}

interface PlacedRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
  readonly scale: number;
  readonly x: number;
}

function shapeRun(
  { Buffer, Direction, shape }: HarfBuzz,
  { font, unitsPerEm }: LoadedFont,
  { text, isRightToLeft, scale, x }: PlacedRun,
): Outline {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const factor = scale / unitsPerEm;
  let pen = 0;
  let ink = NO_AREA;
  const glyphs = buffer.getGlyphInfosAndPositions().map((glyph) => {
    const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
    const path = font.glyphToPath(codepoint);
    const origin = { x: pen + xOffset, y: yOffset };
    pen += xAdvance;
    if (path === "") return "";
    ink = joined(ink, glyphArea(font, codepoint, origin));
    return `<path transform="translate(${origin.x} ${origin.y})" d="${path}"/>`;
  });
  return {
    width: pen * factor,
    ink: placed(ink, { x, y: 0, scale: factor }),
    art: `<g transform="translate(${x.toFixed(4)} 0) scale(${factor} ${-factor})">${glyphs.join("")}</g>`,
  };
}

/** Returns the area of a glyph in the units of its font, where `origin.y` grows upwards. */
function glyphArea(
  font: HarfBuzzModule.Font,
  glyph: number,
  origin: { x: number; y: number },
): Area {
  const extents = font.glyphExtents(glyph);
  if (extents === undefined) throw new Error(`Glyph ${glyph} has no extents.`);
  const { xBearing, yBearing, width, height } = extents; // the height is negative
  const left = origin.x + xBearing;
  const top = -(origin.y + yBearing);
  return { left, top, right: left + width, bottom: top - height };
}
