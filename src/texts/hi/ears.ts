import type { Translated } from "../texts";
import type { ears as english } from "../en/ears";

export const ears: Translated<typeof english> = {
  title: "ताज़ा कान",
  intro: "इन्हें अभी शायद ही किसी ने सुना है। पंद्रह सेकंड काफ़ी हैं।",
  loadFailed: "यह लोड नहीं हो सका।",
  place: (index, count) => `${count} में से ${index}`,
  next: "अगला",
  back: "पिछला",
  empty: "आपने यहाँ सब सुन लिया। किसी को जवाब दें, या बाद में आएँ।",
  toBeats: "बीट सुनें",
  afterPublishing: "जब तक आपका काम लोगों तक पहुँचे: वह सुनें जो अब तक किसी ने नहीं सुना",
  heardBy: (people) => (people < 10 ? `${people} ने सुना` : "10 या ज़्यादा ने सुना"),
};
