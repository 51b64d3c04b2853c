import { words as en } from "./en/words";
import { words as hi } from "./hi/words";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

const BY_LANGUAGE = { en, hi };

/**
 * The texts about words, in the language on the screen. They are not among the
 * texts of the app, so that only the parts that show words load them.
 */
export const useWordsTexts = (): Translated<typeof en> =>
  BY_LANGUAGE[useLanguage().language];
