import { completion, openDatabase, rangeOf, result } from "./indexedDb";
import type { Stem, StemBlock, StemInfo } from "./stem";

interface StoredStem {
  readonly takeId: string;
  readonly createdAt: number;
  readonly info: StemInfo;
}

const STEMS = "stems";
const BLOCKS = "blocks";
/** A stem of five minutes has 29 MB: older takes keep their mix alone. */
const MAX_STEMS = 3;
/** With less room than this a stem could take it from the take itself, which matters more. */
const ENOUGH_ROOM_BYTES = 200_000_000;

/** The voices of unsent takes, in a database of their own: whatever befalls it, the takes are safe. */
export class StemStore {
  readonly #database = openDatabase("gully-stems", (database) => {
    database.createObjectStore(STEMS, { keyPath: "takeId" });
    database.createObjectStore(BLOCKS);
  });

  /** Answers false when there is not enough room to keep it. */
  async begin(
    takeId: string,
    info: StemInfo,
    createdAt: number,
  ): Promise<boolean> {
    if (!(await hasRoom())) return false;
    const older = await this.#list();
    older.sort((a, b) => b.createdAt - a.createdAt);
    for (const stem of older.slice(MAX_STEMS - 1)) {
      await this.remove(stem.takeId);
    }
    await this.#write((stems) => stems.put({ takeId, createdAt, info }));
    return true;
  }

  async append(takeId: string, index: number, block: StemBlock): Promise<void> {
    await this.#write((_, blocks) => blocks.put(block, [takeId, index]));
  }

  async load(takeId: string): Promise<Stem | null> {
    const database = await this.#database();
    const transaction = database.transaction([STEMS, BLOCKS]);
    const [stem, blocks] = await Promise.all([
      result(
        transaction.objectStore(STEMS).get(takeId) as IDBRequest<
          StoredStem | undefined
        >, // only `begin` writes here
      ),
      result(
        transaction.objectStore(BLOCKS).getAll(rangeOf(takeId)) as IDBRequest<
          StemBlock[]
        >, // only `append` writes here
      ),
    ]);
    if (!stem || blocks.length === 0) return null;
    return { info: stem.info, blocks };
  }

  async remove(takeId: string): Promise<void> {
    await this.#write((stems, blocks) => {
      stems.delete(takeId);
      blocks.delete(rangeOf(takeId));
    });
  }

  async #list(): Promise<StoredStem[]> {
    const database = await this.#database();
    const request = database
      .transaction(STEMS)
      .objectStore(STEMS)
      .getAll() as IDBRequest<StoredStem[]>; // only `begin` writes here
    return result(request);
  }

  async #write(
    run: (stems: IDBObjectStore, blocks: IDBObjectStore) => void,
  ): Promise<void> {
    const database = await this.#database();
    const transaction = database.transaction([STEMS, BLOCKS], "readwrite");
    run(transaction.objectStore(STEMS), transaction.objectStore(BLOCKS));
    await completion(transaction);
  }
}

async function hasRoom(): Promise<boolean> {
  if (!("storage" in navigator)) return true;
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota === undefined || quota - usage > ENOUGH_ROOM_BYTES;
}
