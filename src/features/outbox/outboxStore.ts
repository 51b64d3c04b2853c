import { completion, readFrom } from "../../audio/store/indexedDb";
import type { OutboxEntry } from "./entry";
import { ENTRIES, FILES, openOutboxDatabase } from "./outboxDatabase";

type Change = (stores: {
  entries: IDBObjectStore;
  files: IDBObjectStore;
}) => void;

/** The outbox in this browser's IndexedDB. It survives a restart of the browser. */
export class OutboxStore {
  readonly #database = openOutboxDatabase();

  /** Stores an entry and its sound, or neither of them. */
  async add(entry: OutboxEntry, file: Blob): Promise<void> {
    // An ArrayBuffer, because Safari's private windows reject Blobs.
    const bytes = await file.arrayBuffer();
    await this.#write(({ entries, files }) => {
      entries.put(entry);
      files.put(bytes, entry.id);
    });
  }

  /** Changes an entry. Does nothing if the entry has left the outbox. */
  async change(id: string, changes: Partial<OutboxEntry>): Promise<void> {
    await this.#write(({ entries }) => {
      const request = entries.get(id) as IDBRequest<OutboxEntry | undefined>; // written only here
      request.onsuccess = () => {
        if (request.result) entries.put({ ...request.result, ...changes });
      };
    });
  }

  async remove(id: string): Promise<void> {
    await this.#write(({ entries, files }) => {
      entries.delete(id);
      files.delete(id);
    });
  }

  /** Lists the user's entries, oldest first. */
  async list(userId: string): Promise<OutboxEntry[]> {
    const entries = await readFrom(
      this.#database,
      ENTRIES,
      (rows) => rows.getAll() as IDBRequest<OutboxEntry[]>, // written only by `add` and `change`
    );
    return entries
      .filter((entry) => entry.userId === userId)
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Returns the sound of an entry; null if the entry has left the outbox. */
  async load({ id, mimeType }: OutboxEntry): Promise<Blob | null> {
    const bytes = await readFrom(
      this.#database,
      FILES,
      (rows) => rows.get(id) as IDBRequest<ArrayBuffer | undefined>, // written only by `add`
    );
    return bytes === undefined ? null : new Blob([bytes], { type: mimeType });
  }

  async #write(change: Change): Promise<void> {
    const names = [ENTRIES, FILES];
    await this.#database.run(names, "readwrite", (transaction) => {
      change({
        entries: transaction.objectStore(ENTRIES),
        files: transaction.objectStore(FILES),
      });
      return completion(transaction);
    });
  }
}
