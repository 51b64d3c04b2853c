import { leaving as en } from "./en/leaving";
import { leaving as hi } from "./hi/leaving";
import { textsOf } from "./TextsProvider";

export const useLeavingTexts = textsOf({ en, hi });
