import { type beats as english } from "../en/beats";
import { type Translated } from "../shape";

export const beats: Translated<typeof english> = {};
