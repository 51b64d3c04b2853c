import type { Choice } from "./seededChoice";

/** The inks of the posters. INK and PAPER are also in src/app/tokens.css. */
export const INK = "#14100c";
export const PAPER = "#fff3dc";
const HALDI = "#ffb915";
const SINDOOR = "#c92f1b";
const PEACOCK = "#0c6f66";
const MANGO = "#ff8f3f";
const MINT = "#8fd3c1";
const BLUSH = "#f7b5b0";
const NEEL = "#24478f";
const JAMUN = "#5a2a6b";
const RANI = "#b3205f";

const BRIGHT = [HALDI, PAPER, MANGO, MINT, BLUSH] as const;
const DEEP = [SINDOOR, PEACOCK, NEEL, JAMUN, RANI, INK] as const;

export interface Inks {
  ground: string;
  /** Stands out from `ground`. */
  figure: string;
  /** Stands out from `figure`. */
  detail: string;
  /** A shade next to `ground` for its pattern. */
  pattern: string;
}

/** Chooses inks: either a bright figure on a deep ground, or the reverse. */
export function chooseInks(choice: Choice): Inks {
  const isDeep = choice.below(2) === 0;
  const [grounds, figures] = isDeep ? [DEEP, BRIGHT] : [BRIGHT, DEEP];
  const ground = choice.of(grounds);
  const figure = choice.of(figures);
  const others = grounds.filter((ink) => ink !== ground);
  const [pattern = ground, detail = ground] = [
    others[choice.below(others.length)],
    others[choice.below(others.length)],
  ];
  return { ground, figure, detail, pattern };
}
