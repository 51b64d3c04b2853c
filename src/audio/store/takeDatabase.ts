import { Database, readOnce } from "./indexedDb";

export const TAKES = "takes";
export const CHUNKS = "chunks";

/** The database of unsent takes. */
export const openTakeDatabase = () =>
  new Database("gully-takes", (database) => {
    database.createObjectStore(TAKES, { keyPath: "id" });
    database.createObjectStore(CHUNKS);
  });

/** Ids of the unsent takes in this browser, of anybody over any beat. */
export const storedTakeIds = (): Promise<string[]> =>
  readOnce(
    openTakeDatabase(),
    TAKES,
    (takes) => takes.getAllKeys() as IDBRequest<string[]>, // the key path is `id`
  );

/** Returns whether this browser holds unsent takes, of anybody over any beat. */
export const hasStoredTakes = async (): Promise<boolean> =>
  (await storedTakeIds()).length > 0;
