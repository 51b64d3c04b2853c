import { micCheck as en } from "./en/micCheck";
import { micCheck as hi } from "./hi/micCheck";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type MicCheckTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about the mic check, in the language on the screen. They are not among the texts of the
 * app, so that only the recorder loads them.
 */
export const useMicCheckTexts = (): MicCheckTexts =>
  BY_LANGUAGE[useLanguage().language];
