/** Everything the public pages say, in each language. */
import { genreInHindi, stateInHindi } from "../../shared/hindiNames";
import type { Role } from "../../shared/roles";
import type { Language } from "../../shared/validators";

const en = {
  name: "Gully Cypher",
  otherLanguage: "हिन्दी",
  skip: "Skip to content",
  signIn: "Sign in",
  beatBy: "Beat by",
  verseBy: "Verse by",
  verseOn: (rapper: string, title: string) => `${rapper} on "${title}"`,
  beatTitle: (title: string, producer: string) => `${title} by ${producer}`,
  bpm: (bpm: number) => `${bpm} BPM`,
  genreName: (genre: string) => genre,
  stateName: (state: string) => state,
  beatAbout: (title: string, producer: string, genre: string, bpm: number) =>
    `Hear "${title}", a ${genre} beat at ${bpm} BPM by ${producer}, and record your verse on it.`,
  verseAbout: (title: string, producer: string, rapper: string) =>
    `Hear ${rapper} on "${title}", a beat by ${producer}, and record your own verse on it.`,
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  seek: (title: string) => `Position in ${title}`,
  position: "{elapsed} of {duration}",
  playFailed: "Unable to play audio file",
  noFile: "No audio file available",
  terms: "What you may do with it",
  record: "Record on this beat",
  answer: "Answer this verse",
  answers: ["answers", ""] as readonly [before: string, after: string],
  answersDeleted: "answers a deleted verse",
  answeredBy: "Answers to this verse",
  recordHint: "You need a free account. After that you are back at this beat.",
  isFull: "Every place on this beat is taken.",
  open: "Open in Gully Cypher",
  words: "Words",
  edited: "edited",
  theBeat: "The beat",
  versesOn: "Verses on this beat",
  beats: "Beats",
  verses: "Verses",
  nothingYet: "Nothing here yet.",
  cypherTitle: (title: string, producer: string, verses: number) => {
    const cypher = `Cypher on "${title}" by ${producer}`;
    if (verses === 0) return cypher;
    return `${cypher}: ${verses === 1 ? "1 verse" : `${verses} verses`}`;
  },
  cypherAbout: (names: string) => `One beat, one mic: ${names}.`,
  cypherEmpty: "No verse yet. The first one opens the cypher.",
  cypherAhead: (title: string, producer: string, time: string) =>
    `Cypher on "${title}" by ${producer}: ${time}`,
  live: "LIVE",
  cypherLive: "A live cypher: a line, three minutes each.",
  joinCypher: "Take the mic",
  joinLine: "Get in line",
  playAll: "Play all",
  pauseAll: "Pause",
  roleName: {
    producer: "Producer",
    rapper: "Rapper",
    producer_rapper: "Producer & Rapper",
    listener: "Listener",
  } satisfies Record<Role, string>,
  artistAbout: (username: string) =>
    `Hear the beats and verses of ${username} on Gully Cypher.`,
  removedTitle: "This was removed",
  removedText:
    "Its author or a moderator has taken it down. It will not come back.",
  missingTitle: "There is nothing here",
  missingText: "The link may be cut off or misspelt.",
  toStart: "Go to Gully Cypher",
};

export type ListenTexts = typeof en;

const hi: ListenTexts = {
  name: "गली साइफ़र",
  otherLanguage: "English",
  skip: "सीधे सामग्री पर जाएँ",
  signIn: "साइन इन",
  beatBy: "बीट:",
  verseBy: "वर्स:",
  verseOn: (rapper, title) => `"${title}" पर ${rapper}`,
  beatTitle: (title, producer) => `${title} — ${producer}`,
  bpm: (bpm) => `${bpm} BPM`,
  genreName: genreInHindi,
  stateName: stateInHindi,
  beatAbout: (title, producer, genre, bpm) =>
    `${producer} की ${genre} बीट "${title}" (${bpm} BPM) सुनें और इस पर अपना वर्स रिकॉर्ड करें।`,
  verseAbout: (title, producer, rapper) =>
    `${producer} की बीट "${title}" पर ${rapper} को सुनें और इस पर अपना वर्स रिकॉर्ड करें।`,
  play: (title) => `${title} चलाएँ`,
  pause: (title) => `${title} रोकें`,
  seek: (title) => `${title} में स्थान`,
  position: "{duration} में से {elapsed}",
  playFailed: "ऑडियो फ़ाइल नहीं चल सकी",
  noFile: "कोई ऑडियो फ़ाइल उपलब्ध नहीं है",
  terms: "आप इसके साथ क्या कर सकते हैं",
  record: "इस बीट पर रिकॉर्ड करें",
  answer: "इस वर्स का जवाब दें",
  answers: ["", "को जवाब"],
  answersDeleted: "हटाए गए वर्स को जवाब",
  answeredBy: "इस वर्स के जवाब",
  recordHint: "इसके लिए मुफ़्त खाता चाहिए। उसके बाद आप इसी बीट पर लौटेंगे।",
  isFull: "इस बीट पर अब कोई जगह ख़ाली नहीं है।",
  open: "गली साइफ़र में खोलें",
  words: "बोल",
  edited: "बदले गए",
  theBeat: "बीट",
  versesOn: "इस बीट पर वर्स",
  beats: "बीट",
  verses: "वर्स",
  nothingYet: "यहाँ अभी कुछ नहीं है।",
  cypherTitle: (title, producer, verses) =>
    `${producer} की बीट "${title}" पर साइफ़र${verses === 0 ? "" : `: ${verses} वर्स`}`,
  cypherAbout: (names) => `एक बीट, एक माइक: ${names}।`,
  cypherEmpty: "अभी कोई वर्स नहीं। पहला वर्स साइफ़र खोलेगा।",
  cypherAhead: (title, producer, time) =>
    `${producer} की बीट "${title}" पर साइफ़र: ${time}`,
  live: "लाइव",
  cypherLive: "लाइव साइफ़र: एक लाइन, हर किसी को तीन मिनट।",
  joinCypher: "माइक लें",
  joinLine: "लाइन में आएँ",
  playAll: "सब चलाएँ",
  pauseAll: "रोकें",
  roleName: {
    producer: "प्रोड्यूसर",
    rapper: "रैपर",
    producer_rapper: "प्रोड्यूसर और रैपर",
    listener: "श्रोता",
  },
  artistAbout: (username) => `गली साइफ़र पर ${username} की बीट और वर्स सुनें।`,
  removedTitle: "यह हटा दिया गया है",
  removedText:
    "इसे बनाने वाले ने या किसी मॉडरेटर ने इसे हटा दिया है। यह वापस नहीं आएगा।",
  missingTitle: "यहाँ कुछ नहीं है",
  missingText: "शायद लिंक अधूरा है या उसमें कोई ग़लती है।",
  toStart: "गली साइफ़र पर जाएँ",
};

export const LISTEN_TEXTS: Readonly<Record<Language, ListenTexts>> = { en, hi };
