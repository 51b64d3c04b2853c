import { stateInHindi } from "../../../convex/shared/hindiNames";
import type { Translated } from "../texts";
import type { common as english } from "../en/common";
import { noConnection } from "./noConnection";

export const common: Translated<typeof english> = {
  appName: "गली साइफ़र",
  loading: "लोड हो रहा है",
  live: "लाइव",
  cancel: "रद्द करें",
  close: "बंद करें",
  tryAgain: "फिर कोशिश करें",
  viewerFailed: "आपका खाता लोड नहीं हो सका",
  somethingBroke: "कुछ गड़बड़ हो गई। कृपया पेज फिर से लोड करें।",
  noConnection,
  partFailed: "यह हिस्सा लोड नहीं हो सका। अपना कनेक्शन जाँचें, या पेज फिर से लोड करें।",
  reload: "फिर से लोड करें",
  languageFailed: "भाषा बदली नहीं जा सकी। अपना कनेक्शन जाँचें और फिर कोशिश करें।",
  roles: {
    producer: "प्रोड्यूसर",
    rapper: "रैपर",
    producer_rapper: "प्रोड्यूसर और रैपर",
    listener: "श्रोता",
  },
  stateName: stateInHindi,
  pagination: {
    label: "पेज",
    previous: "पिछला",
    next: "अगला",
    page: (page) => `पेज ${page}`,
  },
};
