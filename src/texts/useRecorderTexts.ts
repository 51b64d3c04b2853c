import { recorder as en } from "./en/recorder";
import { recorder as hi } from "./hi/recorder";
import { textsOf } from "./TextsProvider";

export type RecorderTexts = ReturnType<typeof useRecorderTexts>;

export const useRecorderTexts = textsOf({ en, hi });
