import { common } from "../../texts/en/common";
import { landing } from "../../texts/en/landing";
import { shell } from "../../texts/en/shell";

export const landingTextsEn = { common, landing, shell };
