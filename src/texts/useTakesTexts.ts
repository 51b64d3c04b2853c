import { takes as en } from "./en/takes";
import { takes as hi } from "./hi/takes";
import { textsOf } from "./TextsProvider";

export type TakesTexts = ReturnType<typeof useTakesTexts>;

export const useTakesTexts = textsOf({ en, hi });
