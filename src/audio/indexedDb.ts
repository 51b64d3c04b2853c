import { Scope } from "./scope";

/** Opens a database on first use, and again after a failure. `create` makes its stores the first time. */
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

/** All that is kept under `[takeId, index]`: an array key sorts after every number. */
export function rangeOf(takeId: string): IDBKeyRange {
  return IDBKeyRange.bound([takeId, 0], [takeId, []]);
}

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

export function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("indexedDB"));
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", fail);
    transaction.addEventListener("error", fail);
  });
}
