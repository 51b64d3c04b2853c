import { ears as en } from "./en/ears";
import { ears as hi } from "./hi/ears";
import { textsOf } from "./TextsProvider";

export const useEarsTexts = textsOf({ en, hi });
