import { trust as en } from "./en/trust";
import { trust as hi } from "./hi/trust";
import { textsOf } from "./TextsProvider";

export type TrustTexts = ReturnType<typeof useTrustTexts>;

export const useTrustTexts = textsOf({ en, hi });
