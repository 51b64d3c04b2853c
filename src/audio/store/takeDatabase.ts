import { Database, readOnce } from "./indexedDb";

export const TAKES = "takes";
export const CHUNKS = "chunks";

/** The database of takes. */
export const openTakeDatabase = () =>
  new Database("gully-takes", (database) => {
    database.createObjectStore(TAKES, { keyPath: "id" });
    database.createObjectStore(CHUNKS);
  });

/** Returns the ids of all takes in this browser, of every person and every beat. */
export const storedTakeIds = (): Promise<string[]> =>
  readOnce(
    openTakeDatabase(),
    TAKES,
    (takes) => takes.getAllKeys() as IDBRequest<string[]>, // the key path is `id`
  );

/** Returns whether this browser holds any takes, whoever recorded them. */
export const hasStoredTakes = async (): Promise<boolean> =>
  (await storedTakeIds()).length > 0;

/** Returns whether a stored take still waits to be sent. */
export const hasWaitingTakes = async (): Promise<boolean> => {
  const takes = await readOnce(
    openTakeDatabase(),
    TAKES,
    (rows) => rows.getAll() as IDBRequest<{ readonly setAside?: string }[]>, // written only by `TakeStore`
  );
  return takes.some(({ setAside }) => setAside === undefined);
};
