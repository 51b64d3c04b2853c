import type { Genre } from "./genres";

/**
 * Names of genres and states in Hindi, for the app and for the public pages.
 * Stored values stay in English.
 */
const GENRES: Readonly<Record<Genre, string>> = {
  "Hip Hop": "हिप हॉप",
  Trap: "ट्रैप",
  "Boom Bap": "बूम बैप",
  "Lo-Fi": "लो-फ़ाई",
  Drill: "ड्रिल",
  Grime: "ग्राइम",
  Experimental: "एक्सपेरिमेंटल",
  "Old School": "ओल्ड स्कूल",
  "R&B": "आर एंड बी",
  "Pop Rap": "पॉप रैप",
};

const STATES: Readonly<Record<string, string>> = {
  "Andhra Pradesh": "आंध्र प्रदेश",
  "Arunachal Pradesh": "अरुणाचल प्रदेश",
  Assam: "असम",
  Bihar: "बिहार",
  Chhattisgarh: "छत्तीसगढ़",
  Goa: "गोवा",
  Gujarat: "गुजरात",
  Haryana: "हरियाणा",
  "Himachal Pradesh": "हिमाचल प्रदेश",
  Jharkhand: "झारखंड",
  Karnataka: "कर्नाटक",
  Kerala: "केरल",
  "Madhya Pradesh": "मध्य प्रदेश",
  Maharashtra: "महाराष्ट्र",
  Manipur: "मणिपुर",
  Meghalaya: "मेघालय",
  Mizoram: "मिज़ोरम",
  Nagaland: "नागालैंड",
  Odisha: "ओडिशा",
  Punjab: "पंजाब",
  Rajasthan: "राजस्थान",
  Sikkim: "सिक्किम",
  "Tamil Nadu": "तमिलनाडु",
  Telangana: "तेलंगाना",
  Tripura: "त्रिपुरा",
  "Uttar Pradesh": "उत्तर प्रदेश",
  Uttarakhand: "उत्तराखंड",
  "West Bengal": "पश्चिम बंगाल",
  Delhi: "दिल्ली",
  "Jammu and Kashmir": "जम्मू और कश्मीर",
  Ladakh: "लद्दाख",
  Puducherry: "पुदुचेरी",
};

const GENRE_NAMES: Readonly<Record<string, string>> = GENRES;

/** Returns the name of a genre in Hindi; an unknown one as it is. */
export const genreInHindi = (genre: string) => GENRE_NAMES[genre] ?? genre;

/** Returns the name of a state in Hindi; an unknown one as it is. */
export const stateInHindi = (state: string) => STATES[state] ?? state;
