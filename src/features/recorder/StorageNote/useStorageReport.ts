import { useEffect, useState } from "react";
import {
  PROBE_BYTES,
  probeStorage,
  type StorageReport,
} from "../../../audio/store/storageProbe";

let probing: Promise<StorageReport> | null = null;

/** One probe for all that ask. A device without enough room is asked again the next time. */
function probeOnce(): Promise<StorageReport> {
  probing ??= probeStorage().then((report) => {
    if (report.roomBytes < PROBE_BYTES) probing = null;
    return report;
  });
  return probing;
}

/** Returns how much this device can store, or null until that is known. */
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
