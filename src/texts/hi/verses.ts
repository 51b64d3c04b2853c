import type { Translated } from "../texts";
import type { verses as en } from "../en/verses";

export const verses: Translated<typeof en> = {
  words: "बोल",
  onBeat: (producer, title) => `${producer} की बीट "${title}" पर`,
  trackTitle: (rapper, beat) => `"${beat}" पर ${rapper}`,
  answer: "जवाब दें",
  answerTo: (rapper) => `${rapper} के वर्स का जवाब दें`,
  answers: (rapper) => `${rapper} को जवाब`,
  answersDeleted: "हटाए गए वर्स को जवाब",
  fromCypher: "एक साइफ़र से",
  answerCount: (count) => `${count} जवाब`,
  answerMe: (title, url) => `मैंने "${title}" पर रैप किया है। मुझे जवाब दो: ${url}`,
  more: (rapper) => `${rapper} के वर्स के लिए और विकल्प`,
  remove: (rapper) => `${rapper} का वर्स हटाएँ`,
};
