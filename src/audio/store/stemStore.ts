import { completion, openDatabase, rangeOf, result } from "./indexedDb";
import type { Stem, StemBlock, StemInfo } from "./stem";
import { hasRoomFor } from "./hasRoomFor";

interface StoredStem<Info> {
  readonly takeId: string;
  readonly createdAt: number;
  readonly info: Info;
}

const STEMS = "stems";
const BLOCKS = "blocks";
/** A stem of five minutes takes 29 MB, so only the newest takes keep theirs. */
const MAX_STEMS = 5;
/** With less free space than this, no stem is stored: the take itself matters more. */
const ENOUGH_ROOM_BYTES = 200_000_000;

/**
 * Voices of unsent takes, at most one for each take. They have a separate database, so that a
 * failure in it cannot affect the takes.
 */
export class StemStore<Info extends StemInfo = StemInfo> {
  readonly #database: () => Promise<IDBDatabase>;

  constructor(databaseName: string) {
    this.#database = openDatabase(databaseName, (database) => {
      database.createObjectStore(STEMS, { keyPath: "takeId" });
      database.createObjectStore(BLOCKS);
    });
  }

  /**
   * Makes room by removing the oldest stems, except that of `sparedId`. Returns false, and stores
   * nothing, if space is short.
   */
  async begin(
    takeId: string,
    info: Info,
    createdAt: number,
    sparedId?: string,
  ): Promise<boolean> {
    if (!(await hasRoomFor(ENOUGH_ROOM_BYTES))) return false;
    const older = await this.#list();
    const rank = (stem: StoredStem<Info>) =>
      stem.takeId === sparedId ? Infinity : stem.createdAt;
    older.sort((a, b) => rank(b) - rank(a));
    for (const stem of older.slice(MAX_STEMS - 1)) {
      await this.remove(stem.takeId);
    }
    await this.#write((stems) => stems.put({ takeId, createdAt, info }));
    return true;
  }

  async append(takeId: string, index: number, block: StemBlock): Promise<void> {
    await this.#write((_, blocks) => blocks.put(block, [takeId, index]));
  }

  /** Returns the stem; null if it is not stored or has no blocks. */
  async load(takeId: string): Promise<(Stem & { readonly info: Info }) | null> {
    const database = await this.#database();
    const transaction = database.transaction([STEMS, BLOCKS]);
    const [stem, blocks] = await Promise.all([
      result(
        transaction.objectStore(STEMS).get(takeId) as IDBRequest<
          StoredStem<Info> | undefined
        >, // written only by `begin`
      ),
      result(
        transaction.objectStore(BLOCKS).getAll(rangeOf(takeId)) as IDBRequest<
          StemBlock[]
        >, // written only by `append`
      ),
    ]);
    if (!stem || blocks.length === 0) return null;
    return { info: stem.info, blocks };
  }

  /** Bytes of the stored voice track; zero if there is none. */
  async measure(takeId: string): Promise<number> {
    const stem = await this.load(takeId);
    const blocks = stem?.blocks ?? [];
    return blocks.reduce((sum, { samples }) => sum + samples.byteLength, 0);
  }

  async remove(takeId: string): Promise<void> {
    await this.#write((stems, blocks) => {
      stems.delete(takeId);
      blocks.delete(rangeOf(takeId));
    });
  }

  async #list(): Promise<StoredStem<Info>[]> {
    const database = await this.#database();
    const request = database
      .transaction(STEMS)
      .objectStore(STEMS)
      .getAll() as IDBRequest<StoredStem<Info>[]>; // written only by `begin`
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
