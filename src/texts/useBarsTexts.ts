import { bars as en } from "./en/bars";
import { bars as hi } from "./hi/bars";
import { textsOf } from "./TextsProvider";

export const useBarsTexts = textsOf({ en, hi });
