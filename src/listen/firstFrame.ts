/** Runs in the head of a public page. Its fonts, for one thing, come after its first frame. */
import { startWithFirstFrame } from "../lib/firstFrame";

startWithFirstFrame(() => undefined);
