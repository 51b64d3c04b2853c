/**
 * The uses of a beat and its verses that a producer can allow, in the order in
 * which people choose from them.
 */
export const TERMS = [
  "here", // only on this site
  "share", // share with credit, not for money
  "shareForMoney", // share with credit, also for money
  "ask", // ask the producer first
] as const;
export type Terms = (typeof TERMS)[number];

/** Terms of a beat whose producer has chosen none. */
export const DEFAULT_TERMS: Terms = "here";

/** Returns whether people other than the maker may keep a file and pass it on. */
export const allowSharing = (terms: Terms) =>
  terms === "share" || terms === "shareForMoney";

/**
 * What each of the terms means for a listener or rapper, in one plain sentence.
 * The app, the listen pages and the tags of saved files all say it in these
 * words.
 */
export const TERMS_SENTENCES = {
  en: {
    here: "Listen and record on Gully Cypher only, and do not share it elsewhere.",
    share: "Share it anywhere with credit, but not for money.",
    shareForMoney: "Share it anywhere with credit, also for money.",
    ask: "Ask the producer before you use it anywhere else.",
  },
  hi: {
    here: "इसे केवल गली साइफ़र पर सुनें और यहीं इस पर रिकॉर्ड करें, कहीं और साझा न करें।",
    share: "नाम बताकर इसे कहीं भी साझा करें, पर पैसे कमाने के लिए नहीं।",
    shareForMoney: "नाम बताकर इसे कहीं भी साझा करें, पैसे कमाने के लिए भी।",
    ask: "इसे कहीं और इस्तेमाल करने से पहले प्रोड्यूसर से पूछें।",
  },
} as const satisfies Record<"en" | "hi", Record<Terms, string>>;
