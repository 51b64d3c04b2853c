import type { Translated } from "../texts";
import type { cyphers as english } from "../en/cyphers";

export const cyphers: Translated<typeof english> = {
  title: (beat) => `"${beat}" पर साइफ़र`,
  loadFailed: "यह साइफ़र लोड नहीं हो सका।",
  missing: "ऐसा कोई साइफ़र नहीं है।",
  gone: "यह साइफ़र अपनी बीट के साथ चला गया।",
  goneHint: "फ़्लोर पर सुनने को और भी है।",
  toFloor: "फ़्लोर पर वापस",
  by: (name) => `${name} ने शुरू किया`,
  eachVerse: (bars) => `हर वर्स में ${bars} बार्स`,
  free: "माइक ख़ाली है।",
  heldBy: (name, time) => `माइक ${time} तक ${name} के पास है।`,
  yours: (time, bars) => `माइक ${time} तक आपके पास है: ${bars} बार्स।`,
  sending: (name) => `${name} का वर्स आ रहा है।`,
  somebody: "किसी",
  endsSoon: "इस बारी के बाद साइफ़र ख़त्म होगा।",
  ended: (why, name, verses) =>
    ({
      complete: `यह साइफ़र पूरा हुआ: ${verses} वर्स।`,
      host: `${name} ने यह साइफ़र ख़त्म किया।`,
      producer: `${name} ने यह साइफ़र ख़त्म किया।`,
      moderator: "एक मॉडरेटर ने यह साइफ़र ख़त्म किया।",
      idle: "किसी ने माइक नहीं लिया।",
    })[why],
  yourTurn: "आपकी बारी",
  take: "माइक लें",
  record: "रिकॉर्ड करें",
  putDown: "माइक छोड़ें",
  tellMe: "ख़ाली होने पर बताएँ",
  byMail: "ईमेल से भी",
  tellMeNot: "न बताएँ",
  willTell: "माइक ख़ाली होते ही आपकी घंटी एक बार बजेगी।",
  end: "साइफ़र ख़त्म करें",
  endText:
    "वर्स एक सिलसिले की तरह रहेंगे। माइक किसी के पास हो, तो साइफ़र उनकी बारी के बाद ख़त्म होगा।",
  actFailed: "यह नहीं हो पाया। कृपया फिर कोशिश करें।",
  chain: "सिलसिला",
  noVerses: "अभी कोई वर्स नहीं। पहला वर्स साइफ़र खोलेगा।",
  share: (url) => `यह साइफ़र सुनें: ${url}`,
  start: "साइफ़र शुरू करें",
  startText:
    "एक बीट, एक माइक: जो माइक ले, वह अगला वर्स रिकॉर्ड करे और पिछले का जवाब दे।",
  bars: "हर वर्स के बार्स",
  barsOption: (bars) => `${bars} बार्स`,
  turnBars: (bars, startBar) =>
    `साइफ़र में आपकी बारी: ${bars} बार्स, बार नंबर ${startBar} से।`,
};
