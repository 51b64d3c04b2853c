/**
 * A folder of this site in the browser's private file system. A ZIP is written to it, because the
 * ZIP may be larger than memory. All files in it are removed at the next visit at the latest.
 */

const NAME = "exports";
/** A lock that is shared by the tabs with a file in the folder. */
const LOCK = "gully-exports";

interface ZipPlace {
  readonly handle: FileSystemFileHandle;
  readonly writable: FileSystemWritableFileStream;
  readonly drop: () => Promise<void>;
}

/** A finished ZIP. Call its `drop` when it has been saved. */
export interface StoredZip {
  readonly file: Blob;
  readonly drop: () => Promise<void>;
}

/**
 * Stores a ZIP while it arrives. Pages over plain http, private windows and Safari before 26 have
 * no such folder: there the browser stores the ZIP like any large `Blob`. On failure, rejects with
 * the error, such as a `QuotaExceededError`, and leaves no file.
 */
export async function storeZip(zip: Response): Promise<StoredZip> {
  const place = zip.body && (await openPlace().catch(() => null));
  if (!zip.body || !place) {
    return { file: await zip.blob(), drop: () => Promise.resolve() };
  }
  try {
    await zip.body.pipeTo(place.writable);
    return { file: await place.handle.getFile(), drop: place.drop };
  } catch (error) {
    await place.drop();
    throw error;
  }
}

/** Rejects if the browser has no such folder. */
async function openPlace(): Promise<ZipPlace> {
  const release = await holdFolder();
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(NAME, { create: true });
    const name = `${crypto.randomUUID()}.zip`;
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    const drop = async () => {
      await folder.removeEntry(name).catch(() => undefined);
      release();
    };
    return { handle, writable, drop };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Keeps other tabs from emptying the folder until the returned function is called or the tab
 * closes.
 */
const holdFolder = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const hold = () => new Promise<void>(resolve);
    navigator.locks.request(LOCK, { mode: "shared" }, hold).catch(reject);
  });

/** Empties the folder, unless a tab is using it. */
export async function dropLeftZips(): Promise<void> {
  if (!("locks" in navigator)) return;
  await navigator.locks
    .request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      const root = await navigator.storage.getDirectory();
      await root.removeEntry(NAME, { recursive: true });
    })
    .catch(() => undefined); // there is no such folder
}
