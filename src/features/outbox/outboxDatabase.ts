import { Database, readOnce } from "../../audio/store/indexedDb";

export const ENTRIES = "entries";
export const FILES = "files";

/** The database of the outbox. */
export const openOutboxDatabase = () =>
  new Database("gully-outbox", (database) => {
    database.createObjectStore(ENTRIES, { keyPath: "id" });
    database.createObjectStore(FILES);
  });

/** Returns whether this browser has takes in its outbox, of anybody. */
export const hasOutboxEntries = async (): Promise<boolean> =>
  (await readOnce(openOutboxDatabase(), ENTRIES, (rows) => rows.count())) > 0;
