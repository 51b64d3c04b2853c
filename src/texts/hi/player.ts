import type { Translated } from "../texts";
import type { player as en } from "../en/player";
import { noConnection } from "./noConnection";

export const player: Translated<typeof en> = {
  play: (title) => `${title} चलाएँ`,
  pause: (title) => `${title} रोकें`,
  loop: (title) => `${title} दोहराएँ`,
  seek: (title) => `${title} में स्थान`,
  position: (elapsed, duration) => `${duration} में से ${elapsed}`,
  nowPlaying: "अभी चल रहा है",
  close: "प्लेयर बंद करें",
  place: (index, count, artist) => `${count} में से ${index} · ${artist}`,
  previous: "पिछला ट्रैक",
  next: "अगला ट्रैक",
  share: (title) => `${title} साझा करें`,
  linkCopied: "लिंक कॉपी हो गया। जहाँ चाहें चिपकाएँ।",
  copyFailed: (link) => `लिंक कॉपी नहीं हो सका: ${link}`,
  blocked: "रिकॉर्डिंग के दौरान प्लेबैक बंद रहता है।",
  vanished: "जो चल रहा था, वह अब यहाँ नहीं है।",
  problems: {
    missingBeat: "इस बीट की कोई ऑडियो फ़ाइल उपलब्ध नहीं है।",
    missing: "कोई ऑडियो फ़ाइल उपलब्ध नहीं है",
    offline: noConnection,
    network: "ऑडियो फ़ाइल लोड करने में गड़बड़ी हुई",
    decode: "ऑडियो फ़ाइल नहीं चल सकी",
    gone: "ऑडियो फ़ाइल उपलब्ध नहीं है",
    unsupported: "ऑडियो फ़ाइल लोड नहीं हो सकी",
    refusedBeat: "बीट चलाने में गड़बड़ी हुई",
  },
};
