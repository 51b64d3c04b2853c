import { genreInHindi } from "../../../convex/shared/hindiNames";
import type { Translated } from "../texts";
import type { beats as en } from "../en/beats";

export const beats: Translated<typeof en> = {
  by: "—",
  bpm: (bpm) => `${bpm} BPM`,
  tags: "टैग",
  genreName: genreInHindi,
  notFoundHint: "शायद प्रोड्यूसर ने इसे हटा दिया है।",
  toHome: "फ़्लोर पर लौटें",
  loadFailed: "बीट की जानकारी लाने में गड़बड़ी हुई",
  verses: "वर्स",
  versesCount: (count, limit) => `${limit} में से ${count} वर्स`,
  noVerses: "कोई वर्स नहीं मिला",
  noVersesHint: "इस बीट पर पहला वर्स अभी बाकी है।",
  versesFailed: "वर्स लाने में गड़बड़ी हुई",
  writeWords: "बोल लिखें",
  limit: {
    label: "वर्स की सीमा",
    option: (count) => `${count} वर्स`,
    setByProducer: "प्रोड्यूसर ने तय की",
    failed: "वर्स की सीमा बदलने में गड़बड़ी हुई। कृपया दोबारा कोशिश करें।",
  },
  remove: "बीट हटाएँ",
  setBars: "बार्स तय करें",
};
