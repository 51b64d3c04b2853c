import { openDatabase, readOnce } from "../../audio/store/indexedDb";

export const ENTRIES = "entries";
export const FILES = "files";

/** Opens the database of the outbox; see `openDatabase`. */
export const openOutboxDatabase = () =>
  openDatabase("gully-outbox", (database) => {
    database.createObjectStore(ENTRIES, { keyPath: "id" });
    database.createObjectStore(FILES);
  });

/** Returns whether this browser has takes in its outbox, of anybody. */
export const hasOutboxEntries = async (): Promise<boolean> =>
  (await readOnce(openOutboxDatabase(), ENTRIES, (rows) => rows.count())) > 0;
