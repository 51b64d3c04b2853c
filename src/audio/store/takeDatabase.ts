import { openDatabase, result } from "./indexedDb";

export const TAKES = "takes";
export const CHUNKS = "chunks";

/** Opens the database of unsent takes; see `openDatabase`. */
export const openTakeDatabase = () =>
  openDatabase("gully-takes", (database) => {
    database.createObjectStore(TAKES, { keyPath: "id" });
    database.createObjectStore(CHUNKS);
  });

/** Returns whether this browser holds unsent takes, of anybody over any beat. */
export async function hasStoredTakes(): Promise<boolean> {
  const database = await openTakeDatabase()();
  const takes = database.transaction(TAKES).objectStore(TAKES);
  const isStored = (await result(takes.count())) > 0;
  database.close();
  return isStored;
}

/** Ids of the unsent takes in this browser, of anybody over any beat. */
export async function storedTakeIds(): Promise<string[]> {
  const database = await openTakeDatabase()();
  const takes = database.transaction(TAKES).objectStore(TAKES);
  const ids = await result(takes.getAllKeys() as IDBRequest<string[]>); // the key path is `id`
  database.close();
  return ids;
}
