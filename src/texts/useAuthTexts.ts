import { auth as en } from "./en/auth";
import { auth as hi } from "./hi/auth";
import { textsOf } from "./TextsProvider";

export const useAuthTexts = textsOf({ en, hi });
