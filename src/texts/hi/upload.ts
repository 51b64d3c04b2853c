import { type upload as english } from "../en/upload";
import { type Translated } from "../shape";

export const upload: Translated<typeof english> = {};
