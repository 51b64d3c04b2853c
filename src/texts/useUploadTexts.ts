import { upload as en } from "./en/upload";
import { upload as hi } from "./hi/upload";
import { textsOf } from "./TextsProvider";

export type UploadTexts = ReturnType<typeof useUploadTexts>;

export const useUploadTexts = textsOf({ en, hi });
