import { type verses as english } from "../en/verses";
import { type Translated } from "../shape";

export const verses: Translated<typeof english> = {};
