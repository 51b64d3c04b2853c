import type { Credit } from "./credit";
import { completion, openDatabase, rangeOf, result } from "./indexedDb";
import type { StemStore } from "./stemStore";

/** A take that has not been sent. Chunks arrive while it is recorded, so that a crash loses a second at most. */
export interface StoredTake {
  readonly id: string;
  readonly userId: string;
  readonly beatId: string;
  readonly mimeType: string;
  readonly createdAt: number;
  /** Absent where an older version of the app has recorded it. */
  readonly credit?: Credit;
}

const TAKES = "takes";
const CHUNKS = "chunks";

/** Unsent takes in this browser's IndexedDB. They stay until they are uploaded or thrown away. */
export class TakeStore {
  readonly #database = openDatabase("gully-takes", (database) => {
    database.createObjectStore(TAKES, { keyPath: "id" });
    database.createObjectStore(CHUNKS);
  });

  readonly #stems: Pick<StemStore, "remove">;

  constructor(stems: Pick<StemStore, "remove">) {
    this.#stems = stems;
  }

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
    // A stem that cannot be removed makes room when newer ones come.
    await this.#stems.remove(takeId).catch(() => undefined);
  }

  async list(userId: string, beatId: string): Promise<StoredTake[]> {
    const database = await this.#database();
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
    const database = await this.#database();
    const request = database
      .transaction(CHUNKS)
      .objectStore(CHUNKS)
      .getAll(rangeOf(takeId)) as IDBRequest<Blob[]>; // only `append` writes here
    return result(request);
  }

  async #write(
    run: (stores: { takes: IDBObjectStore; chunks: IDBObjectStore }) => void,
  ): Promise<void> {
    const database = await this.#database();
    const transaction = database.transaction([TAKES, CHUNKS], "readwrite");
    run({
      takes: transaction.objectStore(TAKES),
      chunks: transaction.objectStore(CHUNKS),
    });
    await completion(transaction);
  }
}
