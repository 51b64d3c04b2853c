import { micCheck as en } from "./en/micCheck";
import { micCheck as hi } from "./hi/micCheck";
import { textsOf } from "./TextsProvider";

export const useMicCheckTexts = textsOf({ en, hi });
