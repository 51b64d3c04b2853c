import type { Translated } from "../texts";
import type { sound as en } from "../en/sound";

export const sound: Translated<typeof en> = {
  voice: "आवाज़ का अंदाज़",
  sounds: {
    dry: "सादी",
    clean: "साफ़",
    warm: "गर्म",
    hall: "हॉल",
    phone: "फ़ोन",
  },
  clipping: "माइक्रोफ़ोन के लिए बहुत तेज़। थोड़ा पीछे हटें।",
  clipped:
    "इस टेक के कुछ हिस्से माइक्रोफ़ोन के लिए बहुत तेज़ थे और फट सकते हैं। थोड़ा पीछे हटकर फिर से रिकॉर्ड करें?",
  equal: "सब एक जितना तेज़",
  isEqual: "अब सब एक जितना तेज़ बजेगा।",
  isAsUploaded: "अब हर चीज़ उतनी तेज़ बजेगी, जितनी अपलोड हुई।",
};
