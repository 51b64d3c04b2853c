import type { Translated } from "../texts";
import type { search as english } from "../en/search";

export const search: Translated<typeof english> = {
  title: "कलाकार खोजें",
  intro: "दो राज्य दूर कोई आपकी बीट के इंतज़ार में है।",
  username: "यूज़रनेम से खोजें",
  placeholder: "नाम का कोई हिस्सा",
  state: "राज्य",
  allStates: "सभी राज्य",
  role: "रोल",
  allRoles: "सभी रोल",
  resultsLabel: "कलाकार",
  none: "कोई कलाकार नहीं मिला",
  noneHint: "कम अक्षर लिखें या दूसरा राज्य चुनें।",
  clear: "खोज साफ़ करें",
  failed: "खोज नहीं हो सकी। कृपया फिर कोशिश करें।",
  limited: (limit) => `पहले ${limit} दिखाए गए हैं। छाँटने के लिए नाम और लिखें।`,
};
