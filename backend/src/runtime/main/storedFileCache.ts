import type { StoredFile } from "../contract/runtime.ts";

const MAX_FILES = 1_000;

/**
 * Caches the rows of files that are read often, so that a range request need
 * not ask the executor. Files never change; they are only removed.
 */
export class StoredFileCache {
  /** Least recently used first. */
  readonly #files = new Map<string, StoredFile>();
  /**
   * Counts removals. A row that was looked up before a removal may be gone and
   * is not cached.
   */
  #removals = 0;

  async find(
    uuid: string,
    lookUp: () => Promise<StoredFile | null>,
  ): Promise<StoredFile | null> {
    const known = this.#files.get(uuid);
    if (known !== undefined) {
      this.#keep(uuid, known);
      return known;
    }
    const removals = this.#removals;
    const found = await lookUp();
    if (found !== null && removals === this.#removals) this.#keep(uuid, found);
    return found;
  }

  remove(uuids: readonly string[]): void {
    this.#removals += 1;
    for (const uuid of uuids) this.#files.delete(uuid);
  }

  clear(): void {
    this.#removals += 1;
    this.#files.clear();
  }

  #keep(uuid: string, file: StoredFile): void {
    this.#files.delete(uuid);
    this.#files.set(uuid, file);
    if (this.#files.size <= MAX_FILES) return;
    const [oldest] = this.#files.keys();
    if (oldest !== undefined) this.#files.delete(oldest);
  }
}
