import { type common as english } from "../en/common";
import { type Translated } from "../shape";

export const common: Translated<typeof english> = {
  appName: "गली साइफ़र",
  loading: "लोड हो रहा है",
  cancel: "रद्द करें",
  close: "बंद करें",
  tryAgain: "फिर कोशिश करें",
  unknownError: "कोई अनजान गड़बड़ी हुई।",
  somethingBroke: "कुछ गड़बड़ हो गई। कृपया पेज फिर से लोड करें।",
  reload: "फिर से लोड करें",
  roles: {
    producer: "प्रोड्यूसर",
    rapper: "रैपर",
    producer_rapper: "प्रोड्यूसर और रैपर",
    listener: "श्रोता",
  },
  pagination: {
    label: "पेज",
    previous: "पिछला",
    next: "अगला",
    page: (page) => `पेज ${page}`,
  },
};
