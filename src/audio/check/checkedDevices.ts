import type { KnownDevice } from "../delay/nameDevices";
import { readChoice, writeChoice } from "../../lib/storedChoice";

const KEY = "gully-headphones";
/**
 * At most this many pairs are remembered, which is more than one person uses. The least recently
 * used pair is dropped.
 */
const MAX_PAIRS = 12;

interface Pair {
  readonly devices: string;
  readonly hasHeadphones: boolean;
}

/** Returns a key for a pair of devices; null while the browser hides their names. */
export function pairKey(
  input: KnownDevice | undefined,
  output: KnownDevice | undefined,
): string | null {
  if (!input || input.label === "") return null;
  const nameOf = (device?: KnownDevice) =>
    device ? [device.deviceId, device.label] : [];
  return JSON.stringify([nameOf(input), nameOf(output)]);
}

const BLUETOOTH = /bluetooth|airpods|buds|hands-?free|wireless|\bbt\b/i;

/** Returns true if the name of a device looks like Bluetooth, which adds a long delay. */
export function looksLikeBluetooth(label: string): boolean {
  return BLUETOOTH.test(label);
}

/** Returns whether these devices were used with headphones, or null if that is not known. */
export function findHeadphones(devices: string): boolean | null {
  const pair = readPairs().find((one) => one.devices === devices);
  return pair?.hasHeadphones ?? null;
}

/** Returns whether this browser remembers any pair of devices. */
export const knowsDevices = (): boolean => readPairs().length > 0;

export function rememberHeadphones(
  devices: string,
  hasHeadphones: boolean,
): void {
  const others = readPairs().filter((one) => one.devices !== devices);
  const pairs = [{ devices, hasHeadphones }, ...others].slice(0, MAX_PAIRS);
  writeChoice(KEY, JSON.stringify(pairs));
}

function readPairs(): Pair[] {
  try {
    const stored: unknown = JSON.parse(readChoice(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is Pair {
  if (typeof value !== "object" || value === null) return false;
  const pair = value as Partial<Record<keyof Pair, unknown>>; // each field is checked below
  return (
    typeof pair.devices === "string" && typeof pair.hasHeadphones === "boolean"
  );
}
