import { fixture } from "./audio.ts";
import { PERFORMANCE } from "./plugCable.ts";

/**
 * Chromium arguments that give every page a microphone with a rapper's voice.
 */
export const microphoneArguments = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${fixture(PERFORMANCE)}`,
];
