import { labelArt } from "../../shared/pictures/label";
import { Html, markup } from "./html";

const TEETH = [0, 60, 120, 180, 240, 300];
/** Characters that fit on a line of the label. */
const LABEL_LENGTH = 22;

const PAPER = "#f5ead3";
const INK = "#14100c";

/** Draws a beat's cassette with two lines on its label. Decoration only. */
export function tape(beatId: string, title: string, name: string): Html {
  return markup`<div class="tape" data-later><svg viewBox="0 0 360 232" aria-hidden="true">
<rect x="4" y="4" width="352" height="224" rx="12" fill="#2b2219" stroke="#0b0806" stroke-width="4"/>
<rect x="22" y="20" width="316" height="150" rx="8" fill="${PAPER}" />
<path d="M22 96h316v14H22z" fill="#c92f1b" />
<path d="M22 110h316v14H22z" fill="#0c6f66" />
<path d="M22 124h316v14H22z" fill="${INK}" />
<svg x="28" y="26" width="38" height="38" viewBox="0 0 100 100">${new Html(labelArt(beatId))}</svg>
<path d="M74 44h250M74 64h250" stroke="#cbb68e" stroke-width="1.5" />
<text x="78" y="41" font-size="24" font-weight="700" fill="${INK}">
${shorten(title)}
</text>
<text x="78" y="62" font-size="20" font-weight="500" fill="#a92416">
${shorten(name)}
</text>
<rect x="82" y="84" width="196" height="68" rx="34" fill="${INK}" />
<path d="M150 118h60" stroke="#5d4633" stroke-width="30" />
${reel(118)}${reel(242)}
<path d="m78 228 14-44h176l14 44Z" fill="#1c1510" stroke="#0b0806" stroke-width="3"/>
</svg></div>`;
}

function reel(x: number): Html {
  const teeth = TEETH.map(
    (angle) =>
      markup`<rect x="-3.5" y="-22" width="7" height="10" rx="2" transform="rotate(${angle})"/>`,
  );
  return markup`<g transform="translate(${x} 118)" fill="${PAPER}"><circle r="27" /><circle r="21" fill="${INK}" />${teeth}</g>`;
}

function shorten(text: string): string {
  const letters = [...text];
  if (letters.length <= LABEL_LENGTH) return text;
  return `${letters.slice(0, LABEL_LENGTH - 1).join("")}…`;
}
