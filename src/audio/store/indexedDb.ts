import { Scope } from "../../lib/scope";

/** Creates the object stores of a new database. */
type Create = (database: IDBDatabase) => void;

/** Names of the errors of a lost connection. Safari uses `UnknownError`. */
const LOST = ["InvalidStateError", "AbortError", "UnknownError"];

/**
 * A database that is opened on first use, and again when its connection is lost: iOS closes the
 * connections of pages in the background, and every browser does so when it clears the site's data.
 */
export class Database {
  readonly #open: () => Promise<IDBDatabase>;
  #opening: Promise<IDBDatabase> | null = null;

  constructor(name: string, create: Create) {
    this.#open = () => open(name, create);
  }

  /**
   * Runs `work` in a transaction. It runs a second time if the connection was lost, so it must be
   * safe to repeat.
   */
  async run<T>(
    storeNames: string | string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const attempt = async () => {
      const opening = this.#connect();
      try {
        const database = await opening;
        return await work(database.transaction(storeNames, mode));
      } catch (error) {
        if (isLost(error)) this.#drop(opening);
        throw error;
      }
    };
    return attempt().catch((error: unknown) => {
      if (isLost(error)) return attempt();
      throw error;
    });
  }

  /** Closes the connection; the next use opens another. */
  close(): void {
    if (this.#opening) this.#drop(this.#opening);
  }

  #connect(): Promise<IDBDatabase> {
    if (this.#opening) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    const drop = () => this.#drop(opening);
    opening.then((database) => {
      database.addEventListener("close", drop);
      // An open connection would keep other tabs from deleting the database.
      database.addEventListener("versionchange", drop);
    }, drop);
    return opening;
  }

  #drop(opening: Promise<IDBDatabase>): void {
    // Other code that lost the same connection may have opened another by now.
    if (this.#opening === opening) this.#opening = null;
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof DOMException && LOST.includes(error.name);

function open(name: string, create: Create): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => create(request.result));
  return result(request);
}

/**
 * The range of all keys `[takeId, index]`. The upper bound works because IndexedDB sorts an array
 * after every number.
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
  database: Database,
  storeName: string,
  read: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    return await readFrom(database, storeName, read);
  } finally {
    database.close();
  }
}

/** Reads from one store of a database. */
export function readFrom<T>(
  database: Database,
  storeName: string,
  read: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return database.run(storeName, "readonly", (transaction) =>
    result(read(transaction.objectStore(storeName))),
  );
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
