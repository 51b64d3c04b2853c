import { leaving as en } from "./en/leaving";
import { leaving as hi } from "./hi/leaving";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type LeavingTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about leaving, and about what went with an account, in the language on the screen. They
 * are not among the texts of the app, so that only the pages that show them load them.
 */
export const useLeavingTexts = (): LeavingTexts =>
  BY_LANGUAGE[useLanguage().language];
