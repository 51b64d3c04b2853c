import { Database, readOnce } from "../../audio/store/indexedDb";

export const ENTRIES = "entries";
export const FILES = "files";

/** The database of the outbox. */
export const openOutboxDatabase = () =>
  new Database("gully-outbox", (database) => {
    database.createObjectStore(ENTRIES, { keyPath: "id" });
    database.createObjectStore(FILES);
  });

/** Returns whether the outbox of this browser holds any takes, whoever made them. */
export const hasOutboxEntries = async (): Promise<boolean> =>
  (await readOnce(openOutboxDatabase(), ENTRIES, (rows) => rows.count())) > 0;
