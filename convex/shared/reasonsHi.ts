import type { Reason } from "./safety";

/** Hindi names of the reasons, in the words of a person who reports. */
export const REASONS_HI: Record<Reason, string> = {
  harassment: "परेशान करना या धमकाना",
  hate: "किसी समुदाय के ख़िलाफ़ नफ़रत",
  sexual: "अश्लील सामग्री",
  child: "कोई बच्चा ख़तरे में है",
  impersonation: "किसी और का रूप धरना",
  copyright: "मेरा काम, बिना अनुमति",
  spam: "स्पैम",
  other: "कुछ और",
};

/** Hindi names of the reasons, in words for the author of what was reported. */
export const GROUNDS_HI: Record<Reason, string> = {
  ...REASONS_HI,
  copyright: "किसी और का काम, बिना अनुमति",
};
