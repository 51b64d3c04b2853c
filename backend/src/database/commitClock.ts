/** The time of commits, which only grows: of the last one, in the database. */
import type { Storage } from "../storage/storage.ts";
import type { Timestamp } from "./contract.ts";

const LAST_TS = "last_ts";
const NS_PER_MS = 1_000_000n;

/** 0 before the first commit. */
export function storedLastTs(storage: Storage): Timestamp {
  return BigInt(storage.meta(LAST_TS) ?? "0");
}

export function storeLastTs(storage: Storage, ts: Timestamp): void {
  storage.setMeta(LAST_TS, String(ts));
}

/** Of a commit at `nowMs`, later than `last` although clocks go back. */
export function timestampAfter(last: Timestamp, nowMs: number): Timestamp {
  const now = BigInt(Math.floor(nowMs)) * NS_PER_MS;
  return now > last ? now : last + 1n;
}
