import { bell as en } from "./en/bell";
import { bell as hi } from "./hi/bell";
import { textsOf } from "./TextsProvider";

export type BellTexts = ReturnType<typeof useBellTexts>;

export const useBellTexts = textsOf({ en, hi });
