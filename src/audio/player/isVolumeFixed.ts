import { wait } from "../../lib/wait";

/** iPhones keep a new volume for a moment before they take it back. */
const SETTLE_MS = 100;
const PROBE = 0.5;

/** Returns true where only the buttons of the device change the volume, as on iPhones. */
export async function isVolumeFixed(
  element: Pick<HTMLAudioElement, "volume">,
): Promise<boolean> {
  element.volume = PROBE;
  await wait(SETTLE_MS);
  return element.volume !== PROBE;
}
