import { TERMS_SENTENCES } from "../../../convex/shared/terms";

export const terms = {
  label: "Terms",
  sentences: TERMS_SENTENCES.en,
  names: {
    here: "Only here",
    share: "Share with credit, not for money",
    shareForMoney: "Share with credit, also for money",
    ask: "Ask me first",
  },
  field: "What may others do with it?",
  fieldHint:
    "Everyone sees your answer on the beat. You can change it later; verses keep the terms they were recorded under.",
  changeHint: "A change applies to later verses only.",
  changeFailed: "Error changing the terms. Please try again.",
  askProducer: (producer: string) => `Ask ${producer}`,
  save: (title: string) => `Save ${title} to a file`,
  saveShort: "Save",
  saveFailed: "Error saving the file. Please try again.",
  proof: "Proof of date",
};
