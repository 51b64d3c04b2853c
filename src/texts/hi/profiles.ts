import type { Translated } from "../texts";
import type { profiles as english } from "../en/profiles";

export const profiles: Translated<typeof english> = {
  notFoundHint: "शायद खाता हटा दिया गया है, या लिंक गलत है।",
  findArtists: "कलाकार खोजें",
  loadFailed: "प्रोफ़ाइल लोड नहीं हुई। कृपया बाद में कोशिश करें।",
  edit: "बदलें",
  beats: "बीट्स",
  verses: "वर्स",
  likes: "लाइक",
  statsLabel: "आँकड़े",
  noBeats: "कोई बीट नहीं मिली",
  noVerses: "कोई वर्स नहीं मिला",
  nothingYet: "अभी कुछ नहीं आया है।",
  firstBeat: "अपनी पहली बीट डालें",
  firstVerse: "रैप के लिए बीट ढूँढें",
  earsTitle: "कान खुले हैं",
  earsHint: "श्रोता वोट देते हैं; बीट्स और वर्स दूसरे पन्नों पर हैं।",
  toHome: "नया क्या है, सुनें",
  instagramOf: (username) => `इंस्टाग्राम पर ${username}`,
  youtubeOf: (username) => `यूट्यूब पर ${username}`,
  editForm: {
    title: "प्रोफ़ाइल बदलें",
    bio: "परिचय",
    bioHint: "कहाँ से हो, कैसा सुनाई देते हो।",
    save: "सहेजें",
    saved: "प्रोफ़ाइल बदल दी गई!",
    failed: "प्रोफ़ाइल नहीं बदली जा सकी।",
  },
};
