/**
 * The timestamps of commits, which only increase. The database stores the last
 * one.
 */
import type { Storage } from "../storage/storage.ts";
import type { Timestamp } from "./contract.ts";

const LAST_TS = "last_ts";
const NS_PER_MS = 1_000_000n;

/** Returns 0 before the first commit. */
export function storedLastTs(storage: Storage): Timestamp {
  return BigInt(storage.meta(LAST_TS) ?? "0");
}

export function storeLastTs(storage: Storage, ts: Timestamp): void {
  storage.setMeta(LAST_TS, String(ts));
}

/**
 * Returns the timestamp of a commit at `nowMs`. It is later than `last` even if
 * the clock went back.
 */
export function timestampAfter(last: Timestamp, nowMs: number): Timestamp {
  const now = BigInt(Math.floor(nowMs)) * NS_PER_MS;
  return now > last ? now : last + 1n;
}
