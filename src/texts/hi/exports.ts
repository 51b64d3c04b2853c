import type { Translated } from "../texts";
import type { exports as english } from "../en/exports";

export const exports: Translated<typeof english> = {
  title: "सब कुछ साथ ले जाएँ",
  intro:
    "एक ज़िप फ़ाइल में आपकी बीट, वर्स, बोल, वोट और रिपोर्ट: ऑडियो फ़ाइलें, बोल की फ़ाइलें, तालिकाएँ, और एक पेज जो उन्हें बिना इंटरनेट के बजाता है।",
  prepare: "मेरी ज़िप तैयार करें",
  prepareAgain: "नई ज़िप तैयार करें",
  preparing: "आपकी ज़िप तैयार हो रही है। आप यह पेज छोड़ सकते हैं।",
  progress: (read, all) => `${all} में से ${read} ऑडियो`,
  ready: (size, until) =>
    `आपकी ज़िप तैयार है: ${size}। इसे ${until} तक डाउनलोड कर सकते हैं।`,
  expired: "आपकी ज़िप का समय पूरा हो गया।",
  download: "डाउनलोड करें",
  downloading: (percent) => `${percent} % डाउनलोड हुआ। यह पेज खुला रखें।`,
  loadFailed: "आपकी ज़िप लोड नहीं हो सकी।",
  failed: "ज़िप तैयार नहीं हो सकी। कृपया फिर कोशिश करें।",
  downloadFailed: "ज़िप डाउनलोड नहीं हो सकी। कृपया फिर कोशिश करें।",
  changed: "इस ज़िप में से कुछ बाद में हटाया गया। कृपया नई तैयार करें।",
};
