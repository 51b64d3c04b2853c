import { useEffect, useRef, useState } from "react";
import {
  type Hearing,
  hearMicrophone,
} from "../../../audio/check/hearMicrophone";
import type { Recorder } from "../../../audio/studio/recorder";
import { useDevicePair } from "./useDevicePair";

/** Why the check is open: before the first take on these devices, or because the rapper asked. */
export type CheckReason = "firstTake" | "asked";

/**
 * The check of headphones, level and sync. It is due before the first take on a pair of devices,
 * and offered at most once each time the recorder opens.
 */
export function useMicCheck(recorder: Recorder, isIdle: boolean) {
  const { pair, remember } = useDevicePair(recorder, isIdle);
  const running = useRef<AbortController | null>(null);
  const [reason, setReason] = useState<CheckReason | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [isListening, setIsListening] = useState(false);
  const [heard, setHeard] = useState<Hearing | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  const open = (why: CheckReason) => {
    setReason(why);
    setWasOpen(true);
    setHeard(null);
    setIsFailed(false);
  };
  const close = () => {
    stop();
    setReason(null);
  };
  /** Must be called from a click handler. */
  const listen = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const onHeard = (next: Hearing) => {
      if (!signal.aborted) setHeard(next);
    };
    setIsListening(true);
    setIsFailed(false);
    setHeard(null);
    try {
      const { hasHeadphones } = recorder.getSettings();
      await hearMicrophone(hasHeadphones, { signal, onHeard });
      await remember();
    } catch {
      setIsFailed(true);
    }
    setIsListening(false);
  };

  const isDue = !pair.isKnown && !wasOpen;
  const shown = { reason, heard, isListening, isFailed };
  return { ...shown, pair, isDue, open, close, listen, stop };
}

export type MicCheck = ReturnType<typeof useMicCheck>;
