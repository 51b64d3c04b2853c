import type { bars as en } from "../en/bars";
import type { Translated } from "../texts";

const NOTES: Record<string, string> = { major: "मेजर", minor: "माइनर" };

export const bars: Translated<typeof en> = {
  title: "बार्स और स्केल",
  optional: "ज़रूरी नहीं। इससे रैपर को सही काउंट-इन और बार्स नंबर मिलते हैं।",
  analysing: (percent) => `टेम्पो और बार्स सुने जा रहे हैं… ${percent}%`,
  found: (bpm) => `${bpm} BPM सुनाई दिया। कृपया सुनकर जाँच लें।`,
  foundUnsure: (bpm) =>
    `${bpm} BPM सुनाई दिया। पक्का नहीं: साथ में टैप करें, या क्लिक के साथ जाँचें।`,
  foundSixEight: (bpm) =>
    `सिक्स-एट (6/8) सुनाई दिया, ${bpm} BPM, हर बार्स में दो बीट। यहाँ उसके दो बार्स एक गिने जाते हैं: क्लिक के साथ जाँचें।`,
  changing:
    "टेम्पो बीच में बदलता है। जिस हिस्से पर रैप होगा उसका BPM लिखें, और बार्स 1 वहीं तय करें।",
  noTempo: "कोई स्थिर टेम्पो नहीं सुनाई दिया। BPM ख़ुद लिखें, और चाहें तो बार्स 1 तय करें।",
  loudness: (lufs, truePeak) => `लाउडनेस ${lufs} LUFS, ट्रू पीक ${truePeak} dBTP।`,
  unreadable: "यह ब्राउज़र फ़ाइल को सुन नहीं पाया। BPM ख़ुद लिखें; बाकी सब काम करेगा।",
  half: "टेम्पो आधा करें",
  double: "टेम्पो दुगुना करें",
  tap: "टेम्पो टैप करें",
  tools: "टेम्पो के बटन",
  firstBar: "बार्स 1 की शुरुआत",
  firstBarHint:
    "जहाँ बार्स 1 शुरू हो, वहाँ टैप करें। तीर वाली कुंजियाँ 1 ms खिसकाती हैं, Shift के साथ 10 ms।",
  firstBarAt: (ms) => `${(ms / 1000).toFixed(3)} सेकंड`,
  earlier: "पहले का हिस्सा",
  later: "बाद का हिस्सा",
  clear: "फ़ाइल की शुरुआत",
  listen: "क्लिक के साथ जाँचें",
  stop: "क्लिक रोकें",
  listenFailed: "यह फ़ाइल यहाँ नहीं चल सकी।",
  needsBpm: "क्लिक के साथ जाँचने के लिए BPM लिखें।",
  key: "स्केल",
  noKey: "पता नहीं",
  keyName: (key) => {
    const [tonic = "", mode = ""] = key.split(" ");
    return `${tonic.replace("#", "♯")} ${NOTES[mode] ?? mode}`;
  },
  save: "बार्स सहेजें",
  saved: "बार्स सहेज लिए गए।",
  saveFailed: "बार्स सहेजे नहीं जा सके। कृपया फिर कोशिश करें।",
  loadFailed: "बीट लोड नहीं हो सकी। कृपया फिर कोशिश करें।",
  cancel: "रद्द करें",
  section: {
    label: "हिस्सा",
    free: "खुला",
    option: (bars) => `${bars} बार्स`,
    from: "किस बार्स से",
    hint: (seconds) =>
      `पहले थोड़ा लीड-इन सुनाई देगा। ${seconds} सेकंड बाद टेक अपने आप रुक जाएगा।`,
    repeats: "बीट इस हिस्से से छोटी है, इसलिए वह दोहराई जाएगी।",
    tooLong: "इस टेम्पो पर यह हिस्सा एक वर्स की सीमा से लंबा है।",
  },
};
