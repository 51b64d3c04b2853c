import { wait } from "../../lib/wait";

/** iPhones show a new volume for this long before they reset it. */
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
