import { upload as en } from "./en/upload";
import { upload as hi } from "./hi/upload";
import { textsOf } from "./TextsProvider";

export const useUploadTexts = textsOf({ en, hi });
