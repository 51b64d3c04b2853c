import type { Translated } from "../texts";
import type { answers as en } from "../en/answers";

export const answers: Translated<typeof en> = {
  answering: (rapper) => `${rapper} को जवाब`,
  drop: "जवाब न दें",
  hearEnd: "पहले उनके वर्स का आख़िरी हिस्सा सुनें",
  leadMissing: "उनका वर्स लोड नहीं हो सका",
  order: "क्रम",
  newest: "सबसे नए",
  inOrder: "सिलसिले से",
  playAll: "सब चलाएँ",
  skipped: (title) => `${title} लोड नहीं हो सका, इसलिए छोड़ दिया गया।`,
};
