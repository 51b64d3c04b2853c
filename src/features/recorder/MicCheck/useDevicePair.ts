import { useEffect, useState } from "react";
import {
  findHeadphones,
  looksLikeBluetooth,
  pairKey,
  rememberHeadphones,
} from "../../../audio/check/checkedDevices";
import { findDefaultDevices } from "../../../audio/delay/nameDevices";
import type { Recorder } from "../../../audio/studio/recorder";
import { useSettings } from "../useStudio";

export interface DevicePair {
  /** Null while the browser hides the names of its devices. */
  readonly key: string | null;
  readonly isBluetooth: boolean;
  /** Whether the rapper has used this pair before. */
  readonly isKnown: boolean;
}

const UNKNOWN: DevicePair = { key: null, isBluetooth: false, isKnown: false };

/**
 * Follows the pair of devices that the next take would use. Sets the headphones to what they were
 * the last time on this pair, and remembers what the rapper says about them now. `remember` marks
 * the pair as known.
 */
export function useDevicePair(recorder: Recorder) {
  const { hasHeadphones } = useSettings(recorder);
  const [pair, setPair] = useState(UNKNOWN);

  const look = async () => {
    const found = await readPair();
    const known = found.key === null ? null : findHeadphones(found.key);
    setPair(found);
    const { hasHeadphones: current } = recorder.getSettings();
    if (known !== null && known !== current)
      recorder.changeSettings({ hasHeadphones: known });
  };

  useEffect(() => {
    const handleChange = () => void look();
    handleChange();
    // Undefined on insecure pages, whatever the type says. Recording does not work there either.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    devices?.addEventListener("devicechange", handleChange);
    return () => devices?.removeEventListener("devicechange", handleChange);
    // oxlint-disable-next-line react/exhaustive-deps -- it reads only the recorder
  }, [recorder]);

  // Only a known pair has something to correct; an unknown one becomes known with the check.
  useEffect(() => {
    if (pair.key !== null && pair.isKnown)
      rememberHeadphones(pair.key, hasHeadphones);
  }, [pair, hasHeadphones]);

  const remember = async () => setPair(await rememberPair(recorder));
  return { pair, remember };
}

/** Marks the pair of devices that is in use as known. Browsers name it only after a permission. */
export async function rememberPair(recorder: Recorder): Promise<DevicePair> {
  const found = await readPair();
  if (found.key !== null)
    rememberHeadphones(found.key, recorder.getSettings().hasHeadphones);
  return { ...found, isKnown: true };
}

async function readPair(): Promise<DevicePair> {
  if (!("mediaDevices" in navigator)) return UNKNOWN;
  const { input, output } = await findDefaultDevices();
  const key = pairKey(input, output);
  const isBluetooth = [input, output].some(
    (device) => device !== undefined && looksLikeBluetooth(device.label),
  );
  const isKnown = key !== null && findHeadphones(key) !== null;
  return { key, isBluetooth, isKnown };
}
