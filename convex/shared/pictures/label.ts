import { chooseInks, INK, PAPER, type Inks } from "./inks";
import { type Choice, seededChoice } from "./seededChoice";
import { numbers, round, svg } from "./svg";

/**
 * Returns the picture of a beat as an SVG document with the view box 0 0 100
 * 100: the label of its tape. The same id always gives the same picture.
 */
export const labelOf = (beatId: string): string => svg(labelArt(beatId));

/** The inks of a beat's label, for other parts of its tape. */
export const labelInks = (beatId: string): Inks => chooseInks(start(beatId));

const start = (beatId: string) => seededChoice(`label ${beatId}`);

/** Returns the content of `labelOf`, to be placed in a larger drawing. */
export function labelArt(beatId: string): string {
  const choice = start(beatId);
  const inks = chooseInks(choice);
  const print = choice.of(PRINTS)(choice, inks);
  return [
    `<rect x="1" y="1" width="98" height="98" rx="9" fill="${PAPER}" stroke="${INK}" stroke-width="1.6"/>`,
    `<svg x="5" y="5" width="90" height="58" viewBox="0 0 90 58"><rect width="90" height="58" fill="${inks.ground}"/>${print}</svg>`,
    stripes(choice, inks),
    reels(choice, inks),
  ].join("");
}

/** Two or three bands of ink between the print and the window. */
function stripes(choice: Choice, inks: Inks): string {
  const bands = [inks.figure, inks.detail, inks.pattern].slice(choice.below(2));
  const height = 6 / bands.length;
  return bands
    .map(
      (ink, at) =>
        `<path d="M5 ${round(64.5 + at * height)}h90v${height}H5Z" fill="${ink}"/>`,
    )
    .join("");
}

/** The window with the two reels; the notches show how far the tape is. */
function reels(choice: Choice, { figure }: Inks): string {
  const wound = choice.below(8);
  const tape = choice.of([SEPIA, INK]);
  const reel = (x: number, radius: number, turn: number) =>
    `<circle cx="${x}" cy="83" r="${radius}" fill="${tape}" stroke="${PAPER}"/>` +
    `<circle cx="${x}" cy="83" r="5.5" fill="${PAPER}"/>` +
    `<path d="M${x} 79v8M${x - 4} 83h8" stroke="${INK}" stroke-width="1.8" transform="rotate(${turn} ${x} 83)"/>`;
  return (
    `<rect x="12" y="72" width="76" height="22" rx="11" fill="${INK}"/>` +
    `<path d="M44 83h12" stroke="${figure}" stroke-width="5" stroke-dasharray="${choice.of([1.5, 2.5, 12])} 1.5"/>` +
    reel(29, round(7 + wound * 0.4), choice.below(6) * 15) +
    reel(71, round(9.8 - wound * 0.4), choice.below(6) * 15)
  );
}

const SEPIA = "#6b4423";

type Print = (choice: Choice, inks: Inks) => string;

const sunrise: Print = (choice, { figure, detail, pattern }) => {
  const x = 25 + choice.below(5) * 10;
  const rays = 9 + 2 * choice.below(4);
  const d = numbers(rays + 1)
    .map((ray) => {
      const angle = Math.PI + (ray * Math.PI) / rays;
      return `M${x} 58l${round(90 * Math.cos(angle))} ${round(90 * Math.sin(angle))}`;
    })
    .join("");
  const radius = 16 + choice.below(4) * 4;
  return (
    `<path d="${d}" stroke="${pattern}" stroke-width="4"/>` +
    `<circle cx="${x}" cy="58" r="${radius}" fill="${figure}"/>` +
    `<circle cx="${x}" cy="58" r="${radius - 9}" fill="${detail}"/>`
  );
};

const chevrons: Print = (choice, { figure, detail }) => {
  const gap = choice.of([14, 18, 22]);
  const tip = choice.of([-16, 16, 26]);
  const rows = numbers(6).map((row) => {
    const y = row * gap - 10;
    const ink = row % 2 === 0 ? figure : detail;
    return `<path d="M0 ${y}l45 ${tip} 45 ${-tip}" fill="none" stroke="${ink}" stroke-width="${round(gap / 2.6)}"/>`;
  });
  return rows.join("");
};

const waves: Print = (choice, { figure, detail, pattern }) => {
  const length = choice.of([15, 22.5, 30]);
  const rows = [figure, detail, pattern, figure].map((ink, row) => {
    const y = 12 + row * 13 - choice.below(4);
    const bends = numbers(Math.ceil(100 / length) + 1).map(
      () => `t${length} 0`,
    );
    return `<path d="M${-length} ${y}q${length / 2} -14 ${length} 0${bends.join("")}V70H-40Z" fill="${ink}"/>`;
  });
  return rows.join("");
};

const levels: Print = (choice, { figure, detail }) => {
  const bars = choice.of([6, 8, 10]);
  const width = 80 / bars;
  return numbers(bars)
    .map((bar) => {
      const height = 8 + choice.below(10) * 4.6;
      const x = 5 + bar * width;
      const ink = choice.below(4) === 0 ? detail : figure;
      return `<rect x="${round(x + 1)}" y="${round(58 - height)}" width="${round(width - 2)}" height="${round(height)}" fill="${ink}"/>`;
    })
    .join("");
};

const tiles: Print = (choice, { figure, detail }) =>
  numbers(15)
    .map((tile) => {
      const x = (tile % 5) * 18;
      const y = Math.floor(tile / 5) * 19.4;
      const turn = choice.below(5) * 90;
      if (turn === 360) return "";
      const ink = choice.below(3) === 0 ? detail : figure;
      return `<path d="M0 0h18a18 18 0 0 1-18 19Z" fill="${ink}" transform="translate(${x} ${round(y)}) rotate(${turn} 9 9.5)"/>`;
    })
    .join("");

const arcs: Print = (choice, { figure, detail, pattern }) => {
  const x = choice.of([0, 30, 45, 60, 90]);
  const y = choice.of([0, 58]);
  const gap = 9 + choice.below(3) * 3;
  return numbers(6)
    .map((ring) => {
      const ink = [figure, pattern, detail][ring % 3];
      return `<circle cx="${x}" cy="${y}" r="${round(gap * (ring + 0.6))}" fill="none" stroke="${ink}" stroke-width="${round(gap * 0.62)}"/>`;
    })
    .join("");
};

const slants: Print = (choice, { figure, detail, pattern }) => {
  const lean = choice.of([-40, -20, 20, 40]);
  let x = -50;
  return numbers(9)
    .map((stripe) => {
      const width = 6 + choice.below(5) * 4;
      const ink = [figure, pattern, detail][stripe % 3];
      x += width + 4 + choice.below(3) * 4;
      return `<path d="M${x} 0h${width}l${lean} 58h${-width}Z" fill="${ink}"/>`;
    })
    .join("");
};

const bunting: Print = (choice, { figure, detail, pattern }) =>
  [0, 19, 38]
    .map((y) => {
      const shift = choice.below(3) * 5;
      return numbers(7)
        .map((flag) => {
          const ink = choice.of([figure, figure, detail, pattern]);
          return `<path d="M${flag * 15 - shift} ${y + 2}h14l-7 16Z" fill="${ink}"/>`;
        })
        .join("");
    })
    .join("");

const halftone: Print = (choice, { figure, detail }) => {
  const x = choice.below(10);
  const y = choice.below(6);
  return numbers(60)
    .map((dot) => {
      const [column, row] = [dot % 10, Math.floor(dot / 10)];
      const distance = Math.hypot(column - x, row - y);
      const radius = round(Math.max(0.8, 5 - distance * 0.6));
      const ink = distance < 2 ? detail : figure;
      return `<circle cx="${4.5 + column * 9}" cy="${round(5 + row * 9.6)}" r="${radius}" fill="${ink}"/>`;
    })
    .join("");
};

const roofs: Print = (choice, { figure, detail, pattern }) => {
  const moon = `<circle cx="${15 + choice.below(7) * 10}" cy="${12 + choice.below(3) * 4}" r="${6 + choice.below(4)}" fill="${detail}"/>`;
  const row = (ink: string, tallest: number) => {
    const houses = numbers(6).map(
      () => `V${58 - tallest + choice.below(8) * 3}h15`,
    );
    return `<path d="M0 58${houses.join("")}V58Z" fill="${ink}"/>`;
  };
  const windows = numbers(10).map(
    () => `M${4 + choice.below(17) * 5} ${44 + choice.below(4) * 4}h2`,
  );
  return (
    moon +
    row(pattern, 40) +
    row(figure, 28) +
    `<path d="${windows.join("")}" stroke="${detail}" stroke-width="2.4"/>`
  );
};

const PRINTS = [
  sunrise,
  chevrons,
  waves,
  levels,
  tiles,
  arcs,
  slants,
  bunting,
  halftone,
  roofs,
] as const;
