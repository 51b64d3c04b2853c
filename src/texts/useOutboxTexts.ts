import { outbox as en } from "./en/outbox";
import { outbox as hi } from "./hi/outbox";
import { textsOf } from "./TextsProvider";

export type OutboxTexts = ReturnType<typeof useOutboxTexts>;

export const useOutboxTexts = textsOf({ en, hi });
