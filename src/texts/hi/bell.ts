import type { Translated } from "../texts";
import type { bell as english } from "../en/bell";

/** "Asha ने", "Asha और एक और रैपर ने", or "Asha और 2 और रैपरों ने". */
const by = (name: string, more: number) => {
  const others = more === 1 ? "एक और रैपर" : `${more} और रैपरों`;
  return more > 0 ? `${name} और ${others} ने` : `${name} ने`;
};

export const bell: Translated<typeof english> = {
  loadFailed: "यह लोड नहीं हो सका।",
  showMore: "और दिखाएँ",
  empty: "अभी घंटी नहीं बजी।",
  emptyHint:
    "जब कोई आपके वर्स का जवाब दे, आपकी बीट पर रैप करे, आपको वोट दे या फ़ॉलो करे, तो यहाँ दिखेगा।",
  new: "नया",
  news: (people) =>
    people === 1
      ? "जिन्हें आप फ़ॉलो करते हैं, उनमें से 1 का नया काम आया है"
      : `जिन्हें आप फ़ॉलो करते हैं, उनमें से ${people < 20 ? people : "20+"} का नया काम आया है`,
  answer: (name, beat, more) =>
    `${by(name, more)} "${beat}" पर आपके वर्स का जवाब दिया।`,
  verse: (name, beat, more) =>
    `${by(name, more)} आपकी बीट "${beat}" पर रैप किया।`,
  cypherVerse: (name, beat, isMicFree) =>
    `${name} ने "${beat}" वाले साइफ़र में वर्स डाला।${isMicFree ? " माइक ख़ाली है।" : ""}`,
  cypherVerses: (beat, count) => `"${beat}" वाले साइफ़र में ${count} नए वर्स आए।`,
  micFree: (beat) => `"${beat}" वाले साइफ़र का माइक ख़ाली है।`,
  cypherStarts: (beat, time) => `"${beat}" वाला साइफ़र ${time} शुरू होगा।`,
  cypherOpened: (name, beat) =>
    `${name} ने आपकी बीट "${beat}" पर साइफ़र शुरू किया।`,
  votes: (title, count) =>
    count === 1
      ? `"${title}" को 1 नया वोट मिला।`
      : `"${title}" को ${count} नए वोट मिले।`,
  followers: (count) =>
    count === 1 ? "एक और फ़ॉलोअर जुड़ा।" : `${count} और फ़ॉलोअर जुड़े।`,
  listens: (title, count) => `"${title}" को ${count} लोग सुन चुके हैं।`,
  switchesTitle: "घंटी",
  switchesHint: "पेज के ऊपर की घंटी आपको क्या बताए।",
  switchesNow: (on, all) =>
    on === all ? "सब चालू" : on === 0 ? "सब बंद" : `${all} में से ${on} चालू`,
  switches: {
    verses: "जवाब और वर्स",
    cyphers: "साइफ़र",
    votes: "वोट",
    followers: "फ़ॉलोअर",
    listens: "पहले सुनने वाले",
  },
  follow: "फ़ॉलो करें",
  following: "फ़ॉलो कर रहे हैं",
  followFailed: "यह नहीं हो पाया। कृपया फिर कोशिश करें।",
  counts: (followers, following) =>
    `${followers} फ़ॉलोअर · ${following} को फ़ॉलो करते हैं`,
  followingTitle: "जिन्हें आप फ़ॉलो करते हैं",
  nobody: "आप अभी किसी को फ़ॉलो नहीं करते। कोई प्रोफ़ाइल खोलें और “फ़ॉलो करें” दबाएँ।",
  nothingYet: "अभी कुछ नहीं",
  findArtists: "कलाकार खोजें",
};
