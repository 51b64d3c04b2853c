import type { shell as english } from "../en/shell";
import type { Translated } from "../shape";

export const shell: Translated<typeof english> = {
  skipToContent: "सीधे सामग्री पर जाएँ",
  mainNavigation: "मुख्य नेविगेशन",
  openMenu: "मेन्यू खोलें",
  closeMenu: "मेन्यू बंद करें",
  home: "होम",
  findArtists: "कलाकार खोजें",
  contactUs: "संपर्क करें",
  uploadBeat: "बीट अपलोड करें",
  profile: "प्रोफ़ाइल",
  signOut: "साइन आउट",
  login: "लॉग इन",
  createAccount: "खाता बनाएँ",
  reconnecting: "फिर से जुड़ रहे हैं…",
  switchToLight: "हल्के रंगों में देखें",
  switchToDark: "गहरे रंगों में देखें",
  otherLanguage: "English",
  switchLanguage: "View in English",
  signOutFailed: "साइन आउट नहीं हो सका",
  contact: {
    title: "संपर्क करें",
    intro: "कुछ टूटा है, कुछ कमी है, या बस शाबाशी देनी है? हमें लिखिए।",
    emailLabel: "सहायता ईमेल",
    reply: "हर मेल कोई इंसान पढ़ता है। हिन्दी या अंग्रेज़ी, जिसमें चाहें लिखें।",
  },
};
