import { Scope } from "../../lib/scope";

/**
 * Returns a function that opens the database on first use and tries again after a failure. `create`
 * makes the object stores of a new database.
 */
export function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | null = null;
  return () => {
    opening ??= open(name, create).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
}

function open(
  name: string,
  create: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => create(request.result));
  return result(request);
}

/**
 * The range of all keys `[takeId, index]`. The upper bound works because an array sorts after every
 * number.
 */
export function rangeOf(takeId: string): IDBKeyRange {
  return IDBKeyRange.bound([takeId, 0], [takeId, []]);
}

/** Resolves with the result of a request. */
export function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const scope = new Scope();
    scope.listen(request, "success", () => {
      scope.dispose();
      resolve(request.result);
    });
    scope.listen(request, "error", () => {
      scope.dispose();
      reject(request.error ?? new Error("indexedDB"));
    });
  });
}

/** Opens a database only to read from one of its stores. */
export async function readOnce<T>(
  open: () => Promise<IDBDatabase>,
  storeName: string,
  read: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    const rows = database.transaction(storeName).objectStore(storeName);
    return await result(read(rows));
  } finally {
    database.close();
  }
}

/** Resolves when the transaction has committed; rejects if it aborts. */
export function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("indexedDB"));
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", fail);
    transaction.addEventListener("error", fail);
  });
}
