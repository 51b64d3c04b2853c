import { TERMS_SENTENCES } from "../../../convex/shared/terms";
import type { Translated } from "../texts";
import type { terms as en } from "../en/terms";

export const terms: Translated<typeof en> = {
  label: "शर्तें",
  sentences: TERMS_SENTENCES.hi,
  names: {
    here: "सिर्फ़ यहीं",
    share: "नाम के साथ साझा करें, पैसे के लिए नहीं",
    shareForMoney: "नाम के साथ साझा करें, पैसे के लिए भी",
    ask: "पहले मुझसे पूछें",
  },
  field: "दूसरे इसके साथ क्या कर सकते हैं?",
  fieldHint:
    "आपका जवाब बीट पर सबको दिखता है। इसे बाद में बदल सकते हैं; वर्स पर वही शर्तें रहती हैं जिनके साथ वे रिकॉर्ड हुए।",
  changeHint: "बदलाव सिर्फ़ आगे के वर्स पर लागू होता है।",
  changeFailed: "शर्तें बदलने में गड़बड़ी हुई। कृपया दोबारा कोशिश करें।",
  askProducer: (producer) => `${producer} से पूछें`,
  save: (title) => `${title} को फ़ाइल में सहेजें`,
  saveShort: "फ़ाइल में सहेजें",
  saveFailed: "फ़ाइल सहेजने में गड़बड़ी हुई। कृपया दोबारा कोशिश करें।",
  proof: "तारीख़ का सबूत",
};
