import { words as en } from "./en/words";
import { words as hi } from "./hi/words";
import { textsOf } from "./TextsProvider";

export const useWordsTexts = textsOf({ en, hi });
