import { type recorder as english } from "../en/recorder";
import { type Translated } from "../shape";

export const recorder: Translated<typeof english> = {};
