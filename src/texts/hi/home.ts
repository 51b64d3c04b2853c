import type { Translated } from "../texts";
import type { home as en } from "../en/home";

export const home: Translated<typeof en> = {
  title: "द फ़्लोर",
  intro: "हर गली से ताज़ा। बीट चुनें, वर्स सुनें, शामिल हो जाएँ।",
  fresh: "ताज़ा कान: वह सुनें जो अब तक किसी ने नहीं सुना",
  cypherFree: (beat) => `"${beat}" पर साइफ़र: माइक ख़ाली है`,
  cypherHeld: (beat, name) => `"${beat}" पर साइफ़र: माइक ${name} के पास है`,
  tabsLabel: "क्या सुनना है",
  beats: "बीट्स",
  verses: "वर्स",
  sort: "क्रम",
  recent: "नए",
  popular: "लोकप्रिय",
  genre: "जॉनर",
  allGenres: "सभी जॉनर",
  state: "राज्य",
  allStates: "सभी राज्य",
  noBeats: "कोई बीट नहीं मिली",
  noBeatsHint: "पहली बीट यहाँ अपने आप दिखेगी।",
  noMatchHint: "इन फ़िल्टरों से मेल खाती कोई बीट अभी नहीं है।",
  clearFilters: "फ़िल्टर हटाएँ",
  firstBeat: "पहली बीट डालें",
  noVerses: "कोई वर्स नहीं मिला",
  noVersesHint: "हर वर्स एक बीट से शुरू होता है।",
  toBeats: "बीट्स सुनें",
  loadFailed: "सामग्री लोड करने में गड़बड़ी हुई। कृपया दोबारा कोशिश करें।",
};
