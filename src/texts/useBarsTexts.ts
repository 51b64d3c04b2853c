import { bars as en } from "./en/bars";
import { bars as hi } from "./hi/bars";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type BarsTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about tempo, bars and sections, in the language on the screen. They are not among the
 * texts of the app, so that only the screens that show them load them.
 */
export const useBarsTexts = (): BarsTexts =>
  BY_LANGUAGE[useLanguage().language];
