/**
 * Why a take ended by itself.
 *
 * - microphone: it was unplugged, or its permission was withdrawn
 * - system: the device paused the sound or took the microphone, for example for a call
 * - frozen: the browser put the page to sleep
 * - length: the take reached the maximum length of a verse
 */
export type TakeEnding = "microphone" | "system" | "frozen" | "length";
