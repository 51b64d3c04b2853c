import { openDatabase, result } from "../../audio/store/indexedDb";

export const ENTRIES = "entries";
export const FILES = "files";

/** Opens the database of the outbox; see `openDatabase`. */
export const openOutboxDatabase = () =>
  openDatabase("gully-outbox", (database) => {
    database.createObjectStore(ENTRIES, { keyPath: "id" });
    database.createObjectStore(FILES);
  });

/** Returns whether this browser has takes in its outbox, of anybody. */
export async function hasOutboxEntries(): Promise<boolean> {
  const database = await openOutboxDatabase()();
  const entries = database.transaction(ENTRIES).objectStore(ENTRIES);
  const isStored = (await result(entries.count())) > 0;
  database.close();
  return isStored;
}
