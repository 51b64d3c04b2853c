import { common } from "../../texts/hi/common";
import { landing } from "../../texts/hi/landing";
import { shell } from "../../texts/hi/shell";

export const landingTextsHi = { common, landing, shell };
