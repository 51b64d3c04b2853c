import { upload as en } from "./en/upload";
import { upload as hi } from "./hi/upload";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type UploadTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about uploading a beat, in the language on the screen. They are not among the texts of
 * the app, so that only the pages that show them load them.
 */
export const useUploadTexts = (): UploadTexts =>
  BY_LANGUAGE[useLanguage().language];
