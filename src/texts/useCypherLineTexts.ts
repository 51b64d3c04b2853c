import { cypherLines as en } from "./en/cypherLines";
import { cypherLines as hi } from "./hi/cypherLines";
import { textsOf } from "./TextsProvider";

export const useCypherLineTexts = textsOf({ en, hi });
