import { cyphers as en } from "./en/cyphers";
import { cyphers as hi } from "./hi/cyphers";
import { textsOf } from "./TextsProvider";

export type CypherTexts = ReturnType<typeof useCypherTexts>;

export const useCypherTexts = textsOf({ en, hi });
