import { exports as en } from "./en/exports";
import { exports as hi } from "./hi/exports";
import { textsOf } from "./TextsProvider";

export type ExportTexts = ReturnType<typeof useExportTexts>;

export const useExportTexts = textsOf({ en, hi });
