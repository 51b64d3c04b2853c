import { trust as en } from "./en/trust";
import { trust as hi } from "./hi/trust";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type TrustTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about cases and decisions, in the language on the screen. They are not among the texts
 * of the app, so that only the pages that show them load them.
 */
export const useTrustTexts = (): TrustTexts =>
  BY_LANGUAGE[useLanguage().language];
