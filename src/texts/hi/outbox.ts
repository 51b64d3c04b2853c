import type { outbox as english } from "../en/outbox";
import type { Translated } from "../texts";

export const outbox: Translated<typeof english> = {
  title: "भेजे जा रहे वर्स",
  verse: (beat) => `"${beat}" पर आपका वर्स`,
  sending: (percent) => `${percent}% भेजा गया`,
  saving: "आपका वर्स सहेजा जा रहा है…",
  paused: (percent) => `रुका हुआ, ${percent}% भेजा गया`,
  offline: (percent) =>
    `इंटरनेट नहीं है, ${percent}% भेजा गया। इंटरनेट आते ही यह अपने आप आगे बढ़ेगा।`,
  unreachable: (percent) =>
    `Gully Cypher तक पहुँचा नहीं जा रहा, ${percent}% भेजा गया। पहुँचते ही यह अपने आप आगे बढ़ेगा।`,
  mayClose: "तब तक आप यह विंडो बंद कर सकते हैं।",
  triedAgain:
    "वर्स भेजा नहीं जा सका। आपका टेक इस डिवाइस पर सुरक्षित है, और यह अपने आप फिर भेजा जाएगा।",
  kept: "आपका टेक इस डिवाइस पर सुरक्षित है।",
  steps: {
    BEAT_NOT_FOUND:
      "वह हटा दी गई है, पर आपका टेक अब भी यहाँ है। उसे फ़ाइल में सहेजें, या भेजना बंद करें।",
    VERSE_LIMIT_REACHED:
      "आपका टेक इस डिवाइस पर सुरक्षित है। जगह होने पर फिर कोशिश करें, या उसे फ़ाइल में सहेजें।",
    BLOCKED: "आपका टेक इस डिवाइस पर सुरक्षित है।",
    STORAGE_FULL: "फिर दोबारा कोशिश करें। आपका टेक इस डिवाइस पर सुरक्षित है।",
  },
  pause: "रोकें",
  resume: "आगे बढ़ाएँ",
  retry: "फिर कोशिश करें",
  save: "फ़ाइल में सहेजें",
  cancel: "भेजना बंद करें",
  sent: "वर्स अपलोड हो गया",
  actFailed: "यह नहीं हो सका। कृपया फिर से कोशिश करें।",
};
