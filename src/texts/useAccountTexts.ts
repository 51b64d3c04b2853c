import { account as en } from "./en/account";
import { account as hi } from "./hi/account";
import { textsOf } from "./TextsProvider";

export type AccountTexts = ReturnType<typeof useAccountTexts>;

export const useAccountTexts = textsOf({ en, hi });
