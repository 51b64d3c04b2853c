import { recorder as en } from "./en/recorder";
import { recorder as hi } from "./hi/recorder";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type RecorderTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/**
 * The texts about the recorder, in the language on the screen. They are not among the texts of the
 * app, so that only the recorder loads them.
 */
export const useRecorderTexts = (): RecorderTexts =>
  BY_LANGUAGE[useLanguage().language];
