import type { Translated } from "../texts";
import type { removal as en } from "../en/removal";

export const removal: Translated<typeof en> = {
  beat: {
    title: "यह बीट हटाएँ?",
    text: (title) =>
      `“${title}” हमेशा के लिए हट जाएगी, साथ में इसके सभी वर्स, उन पर मिले सारे वोट और सारी ऑडियो फ़ाइलें भी।`,
    textWithVerses: (title, count, people) =>
      `“${title}” हमेशा के लिए हट जाएगी, साथ में ${people} ${people === 1 ? "रैपर" : "रैपरों"} के ${count} वर्स, उन पर मिले सारे वोट और सारी ऑडियो फ़ाइलें भी।`,
    told: "हम उनके रैपरों को बताएँगे। वे सात दिन तक अपने वर्स सहेज सकते हैं।",
    confirm: "बीट और वर्स हटाएँ",
    failed: "बीट हटाने में गड़बड़ी हुई। कृपया दोबारा कोशिश करें।",
  },
  verse: {
    title: "यह वर्स हटाएँ?",
    text: (rapper, beat) =>
      `"${beat}" पर ${rapper} का वर्स हमेशा के लिए हट जाएगा, साथ में इसके वोट और ऑडियो फ़ाइल भी।`,
    told: (rapper) => `हम ${rapper} को बताएँगे। वर्स सात दिन तक सहेजा जा सकता है।`,
    confirm: "वर्स हटाएँ",
    failed: "वर्स हटाने में गड़बड़ी हुई",
  },
};
