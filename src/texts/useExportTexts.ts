import { exports as en } from "./en/exports";
import { exports as hi } from "./hi/exports";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type ExportTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about exports, in the language on the screen. They are not among the texts of the app,
 * so that only the pages that show them load them.
 */
export const useExportTexts = (): ExportTexts =>
  BY_LANGUAGE[useLanguage().language];
