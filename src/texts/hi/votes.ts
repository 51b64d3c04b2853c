import { type votes as english } from "../en/votes";
import { type Translated } from "../shape";

export const votes: Translated<typeof english> = {};
