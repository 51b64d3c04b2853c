import type { Translated } from "../texts";
import type { record as en } from "../en/record";

export const record: Translated<typeof en> = {
  open: "वर्स रिकॉर्ड करें",
  somebody: "किसी और",
  lastPlace: (name) => `आख़िरी जगह ${name} की है, जिनके पास माइक है।`,
  needsHttps: (localUrl) =>
    `रिकॉर्डिंग के लिए https चाहिए: सादे http से खुले पेज को ब्राउज़र माइक्रोफ़ोन नहीं देते। इस साइट को उसके https पते से खोलें या, जिस कंप्यूटर पर यह चलती है उस पर, ${localUrl} से।`,
  needsNewerBrowser: (lack, browsers) =>
    `यह ब्राउज़र रिकॉर्ड नहीं कर सकता: इसमें ${lack} नहीं है। इसे अपडेट करें, या यह पेज इनमें से किसी में या उससे नए में खोलें: ${browsers}।`,
};
