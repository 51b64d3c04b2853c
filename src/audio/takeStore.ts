import { Scope } from "./scope";

/** A take that has not been sent. Chunks arrive while it is recorded, so that a crash loses a second at most. */
export interface StoredTake {
  readonly id: string;
  readonly userId: string;
  readonly beatId: string;
  readonly mimeType: string;
  readonly createdAt: number;
}

const DATABASE = "gully-takes";
const TAKES = "takes";
const CHUNKS = "chunks";

/** Unsent takes in this browser's IndexedDB. They stay until they are uploaded or thrown away. */
export class TakeStore {
  #database: Promise<IDBDatabase> | null = null;

  async begin(take: StoredTake): Promise<void> {
    await this.#write((stores) => stores.takes.put(take));
  }

  async append(takeId: string, index: number, chunk: Blob): Promise<void> {
    await this.#write((stores) => stores.chunks.put(chunk, [takeId, index]));
  }

  async remove(takeId: string): Promise<void> {
    await this.#write((stores) => {
      stores.takes.delete(takeId);
      stores.chunks.delete(rangeOf(takeId));
    });
  }

  async list(userId: string, beatId: string): Promise<StoredTake[]> {
    const database = await this.#open();
    const request = database
      .transaction(TAKES)
      .objectStore(TAKES)
      .getAll() as IDBRequest<StoredTake[]>; // only `begin` writes here
    const takes = await result(request);
    return takes
      .filter((take) => take.userId === userId && take.beatId === beatId)
      .sort((a, b) => b.createdAt - a.createdAt);
  }

  async loadChunks(takeId: string): Promise<Blob[]> {
    const database = await this.#open();
    const request = database
      .transaction(CHUNKS)
      .objectStore(CHUNKS)
      .getAll(rangeOf(takeId)) as IDBRequest<Blob[]>; // only `append` writes here
    return result(request);
  }

  async #write(
    run: (stores: { takes: IDBObjectStore; chunks: IDBObjectStore }) => void,
  ): Promise<void> {
    const database = await this.#open();
    const transaction = database.transaction([TAKES, CHUNKS], "readwrite");
    run({
      takes: transaction.objectStore(TAKES),
      chunks: transaction.objectStore(CHUNKS),
    });
    await completion(transaction);
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= openDatabase().catch((error: unknown) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(TAKES, { keyPath: "id" });
    request.result.createObjectStore(CHUNKS);
  });
  return result(request);
}

/** All chunks of one take: an array key sorts after every number. */
function rangeOf(takeId: string): IDBKeyRange {
  return IDBKeyRange.bound([takeId, 0], [takeId, []]);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
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

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("indexedDB"));
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", fail);
    transaction.addEventListener("error", fail);
  });
}
