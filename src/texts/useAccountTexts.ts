import { account as en } from "./en/account";
import { account as hi } from "./hi/account";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type AccountTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about the account of the viewer, in the language on the screen. They are not among the
 * texts of the app, so that only the pages that show them load them.
 */
export const useAccountTexts = (): AccountTexts =>
  BY_LANGUAGE[useLanguage().language];
