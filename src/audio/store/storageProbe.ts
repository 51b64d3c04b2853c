import { completion, result } from "./indexedDb";
import {
  type StoreProblem,
  TooSlowError,
  storeProblemOf,
} from "./storeProblem";

/** How much the device can store, measured by writing to it. */
export interface StorageReport {
  /**
   * Bytes that could be stored and read back, up to `PROBE_BYTES`. Zero if nothing can be stored.
   */
  readonly roomBytes: number;
  /** Why there is not room for more; null if there is room for the longest take. */
  readonly problem: StoreProblem | null;
  /**
   * True in a private window, which forgets everything when it closes; false if the browser has
   * promised to keep the site's data; null if the browser does not let pages know.
   */
  readonly isPrivate: boolean | null;
}

/** A take of five minutes. */
export const PROBE_BYTES = 4_915_200;
const VALUE_BYTES = 61_440;
const VALUES_AT_ONCE = 8;
const DATABASE = "gully-probe";
const STORE = "values";
/** A storage that takes longer than this is not reliable. */
const PATIENCE_MS = 10_000;

/**
 * Writes as much as the longest take needs, reads it back and removes it again. The browser's own
 * estimate would not do: some browsers promise gigabytes and store nothing. Never rejects.
 */
export async function probeStorage(): Promise<StorageReport> {
  const [room, isPrivate] = await Promise.all([probeRoom(), probePrivacy()]);
  return { ...room, isPrivate };
}

async function probeRoom(): Promise<Omit<StorageReport, "isPrivate">> {
  let roomBytes = 0;
  let problem: StoreProblem | null = null;
  const noteRoom = (bytes: number) => {
    roomBytes = bytes;
  };
  let database: IDBDatabase | null = null;
  try {
    database = await soon(openProbe());
    await soon(fill(database, noteRoom));
  } catch (error) {
    problem = storeProblemOf(error);
  }
  database?.close();
  await soon(removeProbe()).catch(() => undefined);
  return { roomBytes, problem };
}

function openProbe(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(STORE);
  });
  return result(request);
}

async function removeProbe(): Promise<void> {
  await result(indexedDB.deleteDatabase(DATABASE));
}

async function fill(
  database: IDBDatabase,
  noteRoom: (bytes: number) => void,
): Promise<void> {
  // Random, because some storages compress repeated data.
  const value = crypto.getRandomValues(new Uint8Array(VALUE_BYTES));
  for (let key = 0; key * VALUE_BYTES < PROBE_BYTES; key += VALUES_AT_ONCE) {
    const transaction = database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    for (let next = key; next < key + VALUES_AT_ONCE; next += 1) {
      store.put(value.buffer, next);
    }
    await completion(transaction);
    const last = key + VALUES_AT_ONCE - 1;
    if (!(await isThere(database, last, value)))
      throw new Error("what was stored cannot be read back");
    noteRoom((last + 1) * VALUE_BYTES);
  }
}

async function isThere(
  database: IDBDatabase,
  key: number,
  written: Uint8Array,
): Promise<boolean> {
  const store = database.transaction(STORE).objectStore(STORE);
  const read: unknown = await result(store.get(key));
  // Not checked with `instanceof`, which fails for values from another JavaScript realm.
  const bytes = new Uint8Array(read as ArrayBuffer); // written by `fill`
  return (
    bytes.length === written.length &&
    bytes.every((byte, index) => byte === written[index])
  );
}

/**
 * Returns true in a private window of Firefox or Safari, which has no file system. Chromium does
 * not reveal private windows.
 */
async function probePrivacy(): Promise<boolean | null> {
  try {
    // Some browsers lack these methods, whatever the types say.
    const storage: Partial<StorageManager> | undefined = navigator.storage;
    if (storage?.getDirectory === undefined) return null;
    await storage.getDirectory();
    const isPersisted = await storage.persisted?.().catch(() => false);
    return isPersisted === true ? false : null;
  } catch {
    return true;
  }
}

function soon<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlowError()), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
