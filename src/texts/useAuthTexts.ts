import { auth as en } from "./en/auth";
import { auth as hi } from "./hi/auth";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type AuthTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about signing up, signing in and profiles, in the language on the screen. They are not
 * among the texts of the app, so that only the pages that show them load them.
 */
export const useAuthTexts = (): AuthTexts =>
  BY_LANGUAGE[useLanguage().language];
