/**
 * Marks for work that only a few callers may do at a time. A row stores when
 * its work began.
 */
import { SECOND_MS } from "../shared/limits";

/** After this time, work that was started counts as failed. */
const RUNNING_MS = 30 * SECOND_MS;

/** Returns whether work that began at this time is still running. */
export const isRunning = (since: number | null | undefined): boolean =>
  typeof since === "number" && Math.abs(Date.now() - since) < RUNNING_MS;

/** Work that began between these times is still running. */
export const runningBetween = () => {
  const now = Date.now();
  return { after: now - RUNNING_MS, before: now + RUNNING_MS };
};
