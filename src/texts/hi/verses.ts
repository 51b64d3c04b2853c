import type { Translated } from "../texts";
import type { verses as en } from "../en/verses";

export const verses: Translated<typeof en> = {
  words: "बोल",
  onBeat: (producer, title) => `${producer} की बीट "${title}" पर`,
  trackTitle: (rapper, beat) => `"${beat}" पर ${rapper}`,
  remove: {
    button: (rapper) => `${rapper} की वर्स हटाएँ`,
    title: "यह वर्स हटाएँ?",
    text: (rapper, beat) =>
      `"${beat}" पर ${rapper} की वर्स हमेशा के लिए हट जाएगी, साथ में इसके वोट और ऑडियो फ़ाइल भी।`,
    confirm: "वर्स हटाएँ",
    failed: "वर्स हटाने में गड़बड़ी हुई",
  },
};
