import { punch as en } from "./en/punch";
import { punch as hi } from "./hi/punch";
import { textsOf } from "./TextsProvider";

export type PunchTexts = ReturnType<typeof usePunchTexts>;

export const usePunchTexts = textsOf({ en, hi });
