"use node";

import { INK, PAPER } from "../../shared/pictures/inks";
import { labelArt, labelInks } from "../../shared/pictures/label";
import { stickerArt } from "../../shared/pictures/sticker";
import type { PreviewFacts } from "../../shared/previewFacts";
import {
  type Area,
  joined,
  liesWithin,
  NO_AREA,
  type Place,
  placed,
} from "./areas";
import { type FittedText, fitText, type Sizes } from "./fitText";
import { prepareShaping, type Shape } from "./shaping";

const PREVIEW_WIDTH = 1200;
const PREVIEW_HEIGHT = 630;

/** The part of the label to the right of the picture, which holds the text. */
const TEXT = { x: 352, width: 720 };
const TEXT_AREA: Area = { left: 346, top: 76, right: 1078, bottom: 352 };

const TITLE_SIZES = [
  { size: 116, lines: 1 },
  { size: 96, lines: 1 },
  { size: 74, lines: 2 },
  { size: 60, lines: 2 },
  { size: 46, lines: 3 },
];
const NAME_SIZES = [
  { size: 54, lines: 1 },
  { size: 42, lines: 1 },
  { size: 34, lines: 1 },
  { size: 30, lines: 2 }, // room for the two longest names
];
const STATE_SIZES = [{ size: 34, lines: 1 }];

/** The baselines for one line, for two and for three. */
const TITLE_BASELINES = [[190], [146, 216], [122, 172, 222]];
const NAME_BASELINES = [[288], [266, 298]];
const STATE_BASELINES = [[336]];

const SHELL = "#2b231b";
const SINDOOR = "#a92416";
const HALDI = "#ffb915";

/** Draws the tape of a beat or verse as an SVG document without any text in it. */
export async function drawPreview(facts: PreviewFacts): Promise<string> {
  const names = facts.names.filter((name) => name !== "").join(" × ");
  const shape = await prepareShaping([facts.title, names, facts.state, MARK]);
  const inks = labelInks(facts.beatId);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">`,
    `<rect width="1200" height="630" fill="${inks.ground}"/>`,
    `<path d="M-20 650 420 -20M80 650 520 -20M980 650 1420 -20M880 650 1320 -20" stroke="${inks.pattern}" stroke-width="44" stroke-opacity=".5"/>`,
    tape(),
    `<g fill="${inks.figure}">${bands(inks.ground, inks.figure, inks.detail)}</g>`,
    reels(inks.figure),
    picture(facts),
    texts(facts.title, names, facts.state, shape),
    "</svg>",
  ].join("");
}

const tape = () =>
  // Only the edge of the shadow is seen, and blending takes long.
  `<path d="M94 44H1122A34 34 0 0 1 1156 78V568A34 34 0 0 1 1122 602H94A34 34 0 0 1 60 568V78A34 34 0 0 1 94 44ZM94 60H1120V560H94Z" fill-rule="evenodd" fill-opacity=".35"/>` +
  `<rect x="50" y="32" width="1100" height="558" rx="34" fill="${SHELL}" stroke="${INK}" stroke-width="5"/>` +
  `<rect x="92" y="72" width="1016" height="424" rx="18" fill="${PAPER}"/>` +
  `<path d="M280 587l38-68h564l38 68Z" fill="${INK}"/>` +
  [
    [80, 60],
    [1120, 60],
    [80, 562],
    [1120, 562],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="#8d7a5e"/>`)
    .join("") +
  `<circle cx="400" cy="556" r="13" fill="${SHELL}"/><circle cx="800" cy="556" r="13" fill="${SHELL}"/>`;

const bands = (...inks: string[]) =>
  inks
    .map(
      (ink, row) =>
        `<path d="M92 ${370 + row * 30}h1016v30H92Z" fill="${ink}"/>`,
    )
    .join("");

const reels = (tapeInk: string) =>
  `<rect x="330" y="352" width="540" height="124" rx="62" fill="${INK}"/>` +
  `<path d="M520 414h160" stroke="${tapeInk}" stroke-width="30"/>` +
  [430, 770]
    .map(
      (x) =>
        `<circle cx="${x}" cy="414" r="48" fill="${PAPER}"/><circle cx="${x}" cy="414" r="35" fill="${INK}"/>` +
        `<path d="M${x} 378v18M${x} 432v18M${x - 31} 396l16 9M${x + 15} 423l16 9M${x - 31} 432l16-9M${x + 15} 405l16-9" stroke="${PAPER}" stroke-width="11"/>`,
    )
    .join("");

const picture = ({ beatId, rapperId }: PreviewFacts) =>
  `<g transform="translate(112 92) scale(2.2)">${rapperId === null ? labelArt(beatId) : stickerArt(rapperId)}</g>`;

const MARK = "Gully Cypher";

function texts(title: string, names: string, state: string, shape: Shape) {
  const fit = (text: string, sizes: Sizes) =>
    fitText(text, { width: TEXT.width, sizes }, shape);
  const lines = [
    ...setLines(fit(title, TITLE_SIZES), TITLE_BASELINES, INK),
    ...setLines(fit(names, NAME_SIZES), NAME_BASELINES, SINDOOR),
    ...setLines(fit(state, STATE_SIZES), STATE_BASELINES, "#665237"),
  ];
  return keptOnLabel(lines) + mark(shape);
}

function mark(shape: Shape): string {
  const { width, art } = shape(MARK);
  return put(art, { x: 600 - width * 22, y: 570, scale: 44 }, HALDI);
}

interface SetLine {
  readonly ink: Area;
  readonly art: string;
}

/** Sets lines of text; `baselines` holds a row for each number of lines. */
const setLines = (
  { size, lines }: FittedText,
  baselines: readonly (readonly number[])[],
  color: string,
): SetLine[] =>
  lines.map(({ art, ink }, row) => {
    const y = baselines[lines.length - 1]?.[row] ?? 0;
    const place = { x: TEXT.x, y, scale: size };
    return { ink: placed(ink, place), art: put(art, place, color) };
  });

/**
 * Cuts off whatever leaves the label, such as a tower of accents. Adds the clip
 * only if something does leave it, because a clip takes as long as the rest of
 * the picture.
 */
function keptOnLabel(lines: readonly SetLine[]): string {
  const art = lines.map((line) => line.art).join("");
  const ink = lines.reduce((area, line) => joined(area, line.ink), NO_AREA);
  if (liesWithin(ink, TEXT_AREA)) return art;
  const { left, top, right, bottom } = TEXT_AREA;
  return (
    `<clipPath id="label"><path d="M${left} ${top}H${right}V${bottom}H${left}Z"/></clipPath>` +
    `<g clip-path="url(#label)">${art}</g>`
  );
}

const put = (art: string, { x, y, scale }: Place, color: string) =>
  `<g fill="${color}" transform="translate(${x} ${y}) scale(${scale})">${art}</g>`;
