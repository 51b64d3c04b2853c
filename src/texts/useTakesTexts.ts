import { takes as en } from "./en/takes";
import { takes as hi } from "./hi/takes";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type TakesTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about stored takes in the current language. They are kept apart from the other texts of
 * the app, so that only the recorder loads them.
 */
export const useTakesTexts = (): TakesTexts =>
  BY_LANGUAGE[useLanguage().language];
