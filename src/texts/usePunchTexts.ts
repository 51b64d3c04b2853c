import { punch as en } from "./en/punch";
import { punch as hi } from "./hi/punch";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type PunchTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about recording bars of a take again, in the language on the screen. They are not among
 * the texts of the app, so that only the recorder loads them.
 */
export const usePunchTexts = (): PunchTexts =>
  BY_LANGUAGE[useLanguage().language];
