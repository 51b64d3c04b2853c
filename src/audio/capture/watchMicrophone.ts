import type { Scope } from "../../lib/scope";
import { deviceBehind } from "../delay/nameDevices";

/**
 * Calls `onSwitch` whenever the system moves the open microphone to another device, until the scope
 * ends. Browsers only report that some device has changed, so this compares the devices before and
 * after.
 */
export function watchMicrophone(
  scope: Scope,
  microphone: MediaStream,
  onSwitch: () => void,
): void {
  let known = deviceBehind(microphone);
  const handleChange = async () => {
    const before = known;
    known = deviceBehind(microphone);
    const [was, is] = await Promise.all([before, known]);
    if (was !== is && !scope.isDisposed) onSwitch();
  };
  const compare = () => void handleChange();
  scope.listen(navigator.mediaDevices, "devicechange", compare);
  for (const track of microphone.getAudioTracks())
    scope.listen(track, "configurationchange", compare);
}
