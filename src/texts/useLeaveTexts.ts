import { leave as en } from "./en/leave";
import { leave as hi } from "./hi/leave";
import { textsOf } from "./TextsProvider";

export const useLeaveTexts = textsOf({ en, hi });
