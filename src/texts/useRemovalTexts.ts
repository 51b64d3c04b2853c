import { removal as en } from "./en/removal";
import { removal as hi } from "./hi/removal";
import { textsOf } from "./TextsProvider";

export const useRemovalTexts = textsOf({ en, hi });
