import type { VoiceMix } from "./voiceMix";
import type { Credit } from "./credit";
import { completion, rangeOf, readFrom, result } from "./indexedDb";
import type { StemStore } from "./stemStore";
import { TakeGoneError } from "./storeProblem";
import { CHUNKS, openTakeDatabase, TAKES } from "./takeDatabase";

/** Tells which bars of an earlier take were recorded again to make this one. */
export interface TakeVersion {
  /** Id of the earlier take. */
  readonly of: string;
  /** The bars that were recorded again. */
  readonly firstBar: number;
  readonly lastBar: number;
}

/**
 * Why a take no longer waits to be sent: it became a verse, or another take over the same beat did.
 */
export type SetAside = "published" | "beside";

/**
 * A take on this device. Its chunks are stored while it is recorded, so a crash loses at
 * most a second.
 */
export interface StoredTake {
  readonly id: string;
  readonly userId: string;
  readonly beatId: string;
  readonly mimeType: string;
  readonly createdAt: number;
  /** Absent if an older version of the app recorded the take. */
  readonly credit?: Credit;
  /** Absent until the take is finished. */
  readonly durationMs?: number;
  /** Space that the take and its voice track need. Absent until the take is finished. */
  readonly bytes?: number;
  readonly isStarred?: boolean;
  /** How the rapper mixed the take; absent if unchanged. */
  readonly mix?: VoiceMix;
  /** Absent for a take that was recorded as a whole. */
  readonly version?: TakeVersion;
  /** Absent while the take waits to be sent. */
  readonly setAside?: SetAside;
}

export type TakeDetails = Partial<
  Pick<StoredTake, "durationMs" | "bytes" | "isStarred" | "mix">
>;

/** The takes in this browser's IndexedDB. A take stays until `remove` deletes it. */
export class TakeStore {
  readonly #database = openTakeDatabase();

  readonly #voices: readonly Pick<StemStore, "remove">[];

  /**
   * `voices` are stores of voice tracks, from which a take's voices are deleted together with it.
   */
  constructor(...voices: readonly Pick<StemStore, "remove">[]) {
    this.#voices = voices;
  }

  /** Stores a take together with its first chunk, or not at all. */
  async begin(take: StoredTake, firstChunk: Blob): Promise<void> {
    const bytes = await firstChunk.arrayBuffer();
    await this.#write((stores) => {
      stores.takes.put(take);
      stores.chunks.put(bytes, [take.id, 0]);
    });
  }

  /**
   * Stores the chunk as an ArrayBuffer, because Safari's private windows reject Blobs. Rejects with
   * a `TakeGoneError`, and stores nothing, if the take is no longer there.
   */
  async append(takeId: string, index: number, chunk: Blob): Promise<void> {
    const bytes = await chunk.arrayBuffer();
    await this.#write(async ({ takes, chunks }) => {
      const key = await result(takes.getKey(takeId));
      if (key === undefined) throw new TakeGoneError();
      chunks.put(bytes, [takeId, index]);
    });
  }

  /** Adds details to a stored take. Does nothing if the take is gone. */
  async update(takeId: string, details: TakeDetails): Promise<void> {
    await this.#change(takeId, (take) => ({ ...take, ...details }));
  }

  /** Notes that a take no longer waits to be sent. A published take stays published. */
  async setAside(takeId: string, why: SetAside): Promise<void> {
    await this.#change(takeId, (take) => ({
      ...take,
      setAside: take.setAside === "published" ? "published" : why,
    }));
  }

  /** Deletes a take and its voices. */
  async remove(takeId: string): Promise<void> {
    await this.#write((stores) => {
      stores.takes.delete(takeId);
      stores.chunks.delete(rangeOf(takeId));
    });
    // A voice that cannot be removed now is removed before the next one is stored.
    await Promise.allSettled(this.#voices.map((store) => store.remove(takeId)));
  }

  /** Lists the user's takes over one beat that wait to be sent, newest first. */
  async list(userId: string, beatId: string): Promise<StoredTake[]> {
    const takes = await this.listAll(userId);
    return takes.filter((take) => take.beatId === beatId && !take.setAside);
  }

  /** Lists all takes of the user on this device, newest first. */
  async listAll(userId: string): Promise<StoredTake[]> {
    const takes = await readFrom(
      this.#database,
      TAKES,
      (rows) => rows.getAll() as IDBRequest<StoredTake[]>, // written only here
    );
    return takes
      .filter((take) => take.userId === userId)
      .sort((a, b) => b.createdAt - a.createdAt);
  }

  async loadChunks(takeId: string): Promise<Blob[]> {
    const chunks = await readFrom(
      this.#database,
      CHUNKS,
      // Older versions of the app wrote Blobs.
      (rows) =>
        rows.getAll(rangeOf(takeId)) as IDBRequest<(ArrayBuffer | Blob)[]>,
    );
    return chunks.map((chunk) => new Blob([chunk]));
  }

  /** Reads the take back and counts its chunks and bytes. Both are 0 if the take is not stored. */
  async measure(takeId: string): Promise<{ chunks: number; bytes: number }> {
    const chunks = await this.loadChunks(takeId);
    return {
      chunks: chunks.length,
      bytes: chunks.reduce((sum, { size }) => sum + size, 0),
    };
  }

  /** Changes a stored take. Does nothing if the take is gone. */
  async #change(
    takeId: string,
    change: (take: StoredTake) => StoredTake,
  ): Promise<void> {
    await this.#write(({ takes }) => {
      const request = takes.get(takeId) as IDBRequest<StoredTake | undefined>; // written only here and by `begin`
      request.addEventListener("success", () => {
        if (request.result) takes.put(change(request.result));
      });
    });
  }

  async #write(
    run: (stores: {
      takes: IDBObjectStore;
      chunks: IDBObjectStore;
    }) => void | Promise<void>,
  ): Promise<void> {
    const names = [TAKES, CHUNKS];
    await this.#database.run(names, "readwrite", async (transaction) => {
      await run({
        takes: transaction.objectStore(TAKES),
        chunks: transaction.objectStore(CHUNKS),
      });
      return completion(transaction);
    });
  }
}
