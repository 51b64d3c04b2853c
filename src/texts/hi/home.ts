import { type home as english } from "../en/home";
import { type Translated } from "../shape";

export const home: Translated<typeof english> = {};
