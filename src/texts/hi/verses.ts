import type { Translated } from "../texts";
import type { verses as en } from "../en/verses";

export const verses: Translated<typeof en> = {
  words: "बोल",
  onBeat: (producer, title) => `${producer} की बीट "${title}" पर`,
  trackTitle: (rapper, beat) => `"${beat}" पर ${rapper}`,
  remove: (rapper) => `${rapper} का वर्स हटाएँ`,
};
