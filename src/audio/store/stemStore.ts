import { completion, Database, rangeOf, readFrom, result } from "./indexedDb";
import type { Stem, StemBlock, StemInfo } from "./stem";
import { hasRoomFor } from "./hasRoomFor";

interface StoredStem<Info> {
  readonly takeId: string;
  readonly createdAt: number;
  readonly info: Info;
}

const STEMS = "stems";
const BLOCKS = "blocks";
/**
 * With less free space than this, no stem is stored: the take itself matters more. A stem of five
 * minutes takes 29 MB.
 */
const ENOUGH_ROOM_BYTES = 200_000_000;

/**
 * Voices of takes, at most one for each take. A voice is kept as long as its take. Voices have a
 * database of their own, so that a failure in it cannot affect the takes.
 */
export class StemStore<Info extends StemInfo = StemInfo> {
  readonly #database: Database;
  readonly #takeIds: () => Promise<ReadonlySet<string>>;

  /** `takeIds` finds the takes that exist, including those that are not stored yet. */
  constructor(
    databaseName: string,
    takeIds: () => Promise<ReadonlySet<string>>,
  ) {
    this.#takeIds = takeIds;
    this.#database = new Database(databaseName, (database) => {
      database.createObjectStore(STEMS, { keyPath: "takeId" });
      database.createObjectStore(BLOCKS);
    });
  }

  /**
   * Stores the info of a new stem. If space is short, first removes stems whose takes are gone.
   * Returns false, and stores nothing, if space is still short.
   */
  async begin(takeId: string, info: Info, createdAt: number): Promise<boolean> {
    // Orphaned stems that cannot be found or removed now only cost space.
    await this.#removeOrphans().catch(() => undefined);
    if (!(await hasRoomFor(ENOUGH_ROOM_BYTES))) return false;
    await this.#write((stems) => stems.put({ takeId, createdAt, info }));
    return true;
  }

  async append(takeId: string, index: number, block: StemBlock): Promise<void> {
    await this.#write((_, blocks) => blocks.put(block, [takeId, index]));
  }

  /** Returns the stem; null if it is not stored or has no blocks. */
  async load(takeId: string): Promise<(Stem & { readonly info: Info }) | null> {
    const names = [STEMS, BLOCKS];
    const [stem, blocks] = await this.#database.run(names, "readonly", (read) =>
      Promise.all([
        result(
          read.objectStore(STEMS).get(takeId) as IDBRequest<
            StoredStem<Info> | undefined
          >, // written only by `begin`
        ),
        result(
          read.objectStore(BLOCKS).getAll(rangeOf(takeId)) as IDBRequest<
            StemBlock[]
          >, // written only by `append`
        ),
      ]),
    );
    if (!stem || blocks.length === 0) return null;
    return { info: stem.info, blocks };
  }

  /** Returns the size of the stored voice track in bytes; 0 if there is none. */
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

  async #removeOrphans(): Promise<void> {
    // Stems are listed before takes, so that a take that begins in between keeps its stem.
    const stored = await this.#listIds();
    const takes = await this.#takeIds();
    for (const id of stored) if (!takes.has(id)) await this.remove(id);
  }

  #listIds(): Promise<string[]> {
    return readFrom(
      this.#database,
      STEMS,
      (stems) => stems.getAllKeys() as IDBRequest<string[]>, // the key path is `takeId`
    );
  }

  async #write(
    run: (stems: IDBObjectStore, blocks: IDBObjectStore) => void,
  ): Promise<void> {
    const names = [STEMS, BLOCKS];
    await this.#database.run(names, "readwrite", (transaction) => {
      run(transaction.objectStore(STEMS), transaction.objectStore(BLOCKS));
      return completion(transaction);
    });
  }
}
