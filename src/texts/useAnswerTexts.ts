import { answers as en } from "./en/answers";
import { answers as hi } from "./hi/answers";
import { textsOf } from "./TextsProvider";

export const useAnswerTexts = textsOf({ en, hi });
