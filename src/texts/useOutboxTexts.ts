import { outbox as en } from "./en/outbox";
import { outbox as hi } from "./hi/outbox";
import { useLanguage } from "./TextsProvider";
import type { Translated } from "./texts";

export type OutboxTexts = Translated<typeof en>;

const BY_LANGUAGE = { en, hi };

/** The texts of the outbox, which only its tray and the recorder load. */
export const useOutboxTexts = (): OutboxTexts =>
  BY_LANGUAGE[useLanguage().language];
