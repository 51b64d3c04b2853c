import { auth as en } from "./en/auth";
import { auth as hi } from "./hi/auth";
import { textsOf } from "./TextsProvider";

export type AuthTexts = ReturnType<typeof useAuthTexts>;

export const useAuthTexts = textsOf({ en, hi });
