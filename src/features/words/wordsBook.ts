import type { KeptWords } from "../../../convex/shared/words";

/** Words as this device keeps them, for one person and one beat. */
export interface DeviceWords extends KeptWords {
  /** `savedAt` of the account's version on which these words are based; null if there is none. */
  readonly base: number | null;
  /** Whether the account has these words. */
  readonly isSent: boolean;
}

export interface WordsBook {
  read(): DeviceWords | null;
  /** Returns whether the device could store the words. */
  write(words: DeviceWords): boolean;
}

const keyOf = (userId: string, beatId: string) =>
  `gully-words/${userId}/${beatId}`;

/** The words of a person for a beat, in this browser's localStorage. */
export function openWordsBook(userId: string, beatId: string): WordsBook {
  const key = keyOf(userId, beatId);
  return {
    read: () => {
      try {
        return parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    write: (words) => {
      try {
        localStorage.setItem(key, JSON.stringify(words));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Calls back whenever another tab has changed the words. Returns a function that stops this. */
export function watchWordsBook(
  userId: string,
  beatId: string,
  onChange: () => void,
): () => void {
  const key = keyOf(userId, beatId);
  const handle = (event: StorageEvent) => {
    if (event.key === key) onChange();
  };
  addEventListener("storage", handle);
  return () => removeEventListener("storage", handle);
}

/** Returns null for anything that `write` has not written. */
function parse(stored: string | null): DeviceWords | null {
  if (stored === null) return null;
  const value: unknown = JSON.parse(stored);
  return isDeviceWords(value) ? value : null;
}

function isDeviceWords(value: unknown): value is DeviceWords {
  return (
    isVersion(value) &&
    "older" in value &&
    (value.older === null || isVersion(value.older)) &&
    "base" in value &&
    (value.base === null || typeof value.base === "number") &&
    "isSent" in value &&
    typeof value.isSent === "boolean"
  );
}

const isVersion = (
  value: unknown,
): value is { text: string; savedAt: number } =>
  typeof value === "object" &&
  value !== null &&
  "text" in value &&
  typeof value.text === "string" &&
  "savedAt" in value &&
  typeof value.savedAt === "number";
