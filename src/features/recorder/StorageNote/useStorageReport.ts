import { useEffect, useState } from "react";
import {
  PROBE_BYTES,
  probeStorage,
  type StorageReport,
} from "../../../audio/store/storageProbe";

let probing: Promise<StorageReport> | null = null;

/**
 * Starts one probe for all callers. If the device does not have enough room, the next caller starts
 * a new probe.
 */
function probeOnce(): Promise<StorageReport> {
  probing ??= probeStorage().then((report) => {
    if (report.roomBytes < PROBE_BYTES) probing = null;
    return report;
  });
  return probing;
}

/** Returns how much this device can store, or null while the probe runs. */
export function useStorageReport(): StorageReport | null {
  const [report, setReport] = useState<StorageReport | null>(null);
  useEffect(() => {
    let isGone = false;
    void probeOnce().then((found) => {
      if (!isGone) setReport(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return report;
}
