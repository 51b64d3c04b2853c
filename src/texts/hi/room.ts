import type { Translated } from "../texts";
import type { room as english } from "../en/room";

export const room: Translated<typeof english> = {
  starts: (day, time) => `${day}, ${time} शुरू होगा।`,
  heldBy: (name) => `माइक ${name} के पास है।`,
  yours: (bars, left) => `माइक आपके पास है: ${bars} बार्स, ${left}`,
  yoursTitle: "माइक आपके पास है",
  left: (left) => `${left} बाक़ी`,
  secondsLeft: (seconds) =>
    seconds === 60 ? "एक मिनट बाक़ी" : `${seconds} सेकंड बाक़ी`,
  pass: "आगे बढ़ाएँ",
  join: "लाइन में आएँ",
  leave: "लाइन छोड़ें",
  line: "लाइन",
  noLine: "लाइन में कोई नहीं है।",
  away: "बाहर",
  someone: "कोई",
  remind: "याद दिलाएँ",
  remindNot: "याद न दिलाएँ",
  willRemind: "15 मिनट पहले आपकी घंटी बजेगी।",
  here: (names, isMe, more) => {
    const all = [
      ...names,
      ...(isMe ? ["आप"] : []),
      ...(more > 0 ? [more === 1 ? "एक और शख़्स" : `${more} और लोग`] : []),
    ];
    const verb = all.length === 1 && !isMe && more === 0 ? "है" : "हैं";
    return `${joined(all)} यहाँ ${verb}`;
  },
  countHere: (count) => `${count} ${count === 1 ? "शख़्स यहाँ है" : "लोग यहाँ हैं"}`,
  house: "यहाँ के नियम",
  sound: "महफ़िल की आवाज़",
  listen: "सुनने के लिए टैप करें",
  stop: "सुनना बंद करें",
  muteBeat: "वर्स के बीच बीट बंद रखें",
  muteVerses: "वर्स बंद रखें",
  notInStep: "इस ब्राउज़र पर सबके साथ ताल में नहीं",
  beatBroken: "बीट लोड नहीं हो सकी",
  heardVerse: (name) => `आप ${name} को सुन रहे हैं।`,
  heardOwn: "आप अपना वर्स सुन रहे हैं।",
  loading: "आवाज़ लोड हो रही है।",
  beatRides: "बीट चल रही है।",
};

function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} और ${words.at(-1)}`;
}
