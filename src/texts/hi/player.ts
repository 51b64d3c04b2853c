import { type player as english } from "../en/player";
import { type Translated } from "../shape";

export const player: Translated<typeof english> = {};
