import { proof as en } from "./en/proof";
import { proof as hi } from "./hi/proof";
import { textsOf } from "./TextsProvider";

export const useProofTexts = textsOf({ en, hi });
