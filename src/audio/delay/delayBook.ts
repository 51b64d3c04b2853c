import { readChoice, writeChoice } from "../../lib/storedChoice";
import { MAX_TIMING_MS } from "./latency";

/** A combination of output and input device. Each combination has its own delay. */
export interface DevicePair {
  /** Identifies the input, the output and whether echo cancellation is on; see `nameDevices`. */
  readonly devices: string;
  /** In Hz. Null while no audio context is open; it then matches any rate. */
  readonly sampleRate: number | null;
}

export interface KnownDelay {
  /** Null if it has not been measured. */
  readonly roundTripMs: number | null;
  /** Manual correction: how much later the voice was moved by ear; negative for earlier. */
  readonly correctionMs: number;
}

interface Entry extends KnownDelay {
  readonly devices: string;
  readonly sampleRate: number | null;
}

const KEY = "gully-delays";
/**
 * At most this many pairs are remembered, which is more than one person uses. The least recently
 * saved pair is dropped.
 */
const MAX_ENTRIES = 12;
export const NOTHING_KNOWN: KnownDelay = { roundTripMs: null, correctionMs: 0 };

/**
 * The measured delays and manual corrections of this browser's devices, kept in localStorage. Where
 * storage is forbidden, nothing is remembered.
 */
export class DelayBook {
  find(pair: DevicePair): KnownDelay {
    return readEntries().find((entry) => isFor(entry, pair)) ?? NOTHING_KNOWN;
  }

  /**
   * Stores a measured delay, or forgets it if null. Either resets the manual correction, which was
   * made for the old delay.
   */
  setRoundTrip(pair: DevicePair, roundTripMs: number | null): void {
    this.#put(pair, { roundTripMs, correctionMs: 0 });
  }

  /** Stores a manual correction, limited to ±`MAX_TIMING_MS`. */
  setCorrection(pair: DevicePair, correctionMs: number): void {
    const bounded = Math.max(
      -MAX_TIMING_MS,
      Math.min(MAX_TIMING_MS, correctionMs),
    );
    this.#put(pair, { ...this.find(pair), correctionMs: bounded });
  }

  #put(pair: DevicePair, known: KnownDelay): void {
    const entries = readEntries();
    const present = entries.find((entry) => isFor(entry, pair));
    const others = entries.filter((entry) => !isFor(entry, pair));
    const isEmpty = known.roundTripMs === null && known.correctionMs === 0;
    if (!isEmpty) {
      const sampleRate = pair.sampleRate ?? present?.sampleRate ?? null;
      const { roundTripMs, correctionMs } = known;
      others.unshift({ ...pair, sampleRate, roundTripMs, correctionMs });
    }
    writeChoice(KEY, JSON.stringify(others.slice(0, MAX_ENTRIES)));
  }
}

function isFor(entry: Entry, { devices, sampleRate }: DevicePair): boolean {
  const isSameRate = sampleRate === null || entry.sampleRate === sampleRate;
  return entry.devices === devices && isSameRate;
}

function readEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(readChoice(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof Entry, unknown>>; // each field is checked below
  return (
    typeof entry.devices === "string" &&
    typeof entry.sampleRate === "number" &&
    (entry.roundTripMs === null || Number.isFinite(entry.roundTripMs)) &&
    Number.isFinite(entry.correctionMs)
  );
}
