import { useEffect, useState } from "react";
import {
  findHeadphones,
  knowsDevices,
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
  /** Whether the rapper has used this pair before. Also true where there is nothing to check. */
  readonly isKnown: boolean;
}

/** The pair on pages without devices. */
const NO_DEVICES: DevicePair = { key: null, isBluetooth: false, isKnown: true };

/**
 * The pair before the devices are looked up. If the browser remembers no pair, this one counts as
 * unknown, so that a quick press on the record button does not skip the check.
 */
const unseen = (): DevicePair =>
  "mediaDevices" in navigator
    ? { ...NO_DEVICES, isKnown: knowsDevices() }
    : NO_DEVICES;

/** Key for the devices of a browser that never reveals their names. */
const NAMELESS = "nameless";

/**
 * Follows the pair of devices that the next take would use, while `isIdle`. Restores the headphones
 * setting that was last used with this pair, and remembers changes to it. `remember` marks the pair
 * as known.
 */
export function useDevicePair(recorder: Recorder, isIdle: boolean) {
  const { hasHeadphones } = useSettings(recorder);
  const [pair, setPair] = useState(unseen);

  const look = async () => {
    const found = await readPair();
    const known = found.key === null ? null : findHeadphones(found.key);
    setPair(found);
    const { hasHeadphones: current } = recorder.getSettings();
    if (known !== null && known !== current)
      recorder.changeSettings({ hasHeadphones: known });
  };

  useEffect(() => {
    if (!isIdle) return;
    const handleChange = () => void look();
    handleChange();
    // Undefined on insecure pages, whatever the type says. Recording does not work on those pages
    // either.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    devices?.addEventListener("devicechange", handleChange);
    return () => devices?.removeEventListener("devicechange", handleChange);
    // oxlint-disable-next-line react/exhaustive-deps -- it reads only the recorder
  }, [recorder, isIdle]);

  // Only for a known pair is a change remembered; an unknown pair becomes known with the check.
  useEffect(() => {
    if (pair.key !== null && pair.isKnown)
      rememberHeadphones(pair.key, hasHeadphones);
  }, [pair, hasHeadphones]);

  const remember = async () => setPair(await rememberPair(recorder));
  return { pair, remember };
}

/**
 * Marks the pair of devices in use as known. Browsers name devices only once the microphone is
 * allowed.
 */
export async function rememberPair(recorder: Recorder): Promise<DevicePair> {
  const found = await readPair();
  const { hasHeadphones } = recorder.getSettings();
  rememberHeadphones(found.key ?? NAMELESS, hasHeadphones);
  return { ...found, isKnown: true };
}

async function readPair(): Promise<DevicePair> {
  if (!("mediaDevices" in navigator)) return NO_DEVICES;
  const { input, output } = await findDefaultDevices();
  const key = pairKey(input, output);
  const isBluetooth = [input, output].some(
    (device) => device !== undefined && looksLikeBluetooth(device.label),
  );
  // Some browsers hide the names until the microphone is open. Checking the same devices on every
  // visit would be worse than not checking new ones, so any remembered pair makes the hidden one
  // known.
  const isKnown = key === null ? knowsDevices() : findHeadphones(key) !== null;
  return { key, isBluetooth, isKnown };
}
