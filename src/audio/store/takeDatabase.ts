import { Database, readOnce } from "./indexedDb";

export const TAKES = "takes";
export const CHUNKS = "chunks";

/** The database of takes. */
export const openTakeDatabase = () =>
  new Database("gully-takes", (database) => {
    database.createObjectStore(TAKES, { keyPath: "id" });
    database.createObjectStore(CHUNKS);
  });

/** Ids of the takes in this browser, of anybody over any beat. */
export const storedTakeIds = (): Promise<string[]> =>
  readOnce(
    openTakeDatabase(),
    TAKES,
    (takes) => takes.getAllKeys() as IDBRequest<string[]>, // the key path is `id`
  );

/** Returns whether this browser holds takes, of anybody over any beat. */
export const hasStoredTakes = async (): Promise<boolean> =>
  (await storedTakeIds()).length > 0;

/** Returns whether one of them waits to be sent. */
export const hasWaitingTakes = async (): Promise<boolean> => {
  const takes = await readOnce(
    openTakeDatabase(),
    TAKES,
    (rows) => rows.getAll() as IDBRequest<{ readonly setAside?: string }[]>, // written only by `TakeStore`
  );
  return takes.some(({ setAside }) => setAside === undefined);
};
