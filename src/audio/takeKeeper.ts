import type { StemBlock, StemInfo } from "./stem";
import type { StemStore } from "./stemStore";
import type { StoredTake, TakeStore } from "./takeStore";

export interface TakeKeeperParts {
  readonly store: Pick<TakeStore, "begin" | "append">;
  readonly stems: Pick<StemStore, "begin" | "append">;
  /** For what must not stop a take, such as a full disk. */
  onStoreFailure(error: unknown): void;
  now(): number;
}

/** Keeps a take while it is being recorded, second by second: what captures calls it. */
export class TakeKeeper {
  readonly #parts: TakeKeeperParts;
  readonly #take: Omit<StoredTake, "mimeType" | "createdAt">;
  #chunks = 0;
  #blocks = 0;
  #isStemKept = Promise.resolve(false);

  constructor(
    parts: TakeKeeperParts,
    take: Omit<StoredTake, "mimeType" | "createdAt">,
  ) {
    this.#parts = parts;
    this.#take = take;
  }

  readonly onChunk = (chunk: Blob, mimeType: string): void => {
    const { store } = this.#parts;
    if (this.#chunks === 0) {
      const take = { ...this.#take, mimeType, createdAt: this.#parts.now() };
      store.begin(take).catch(this.#fail);
    }
    store.append(this.#take.id, this.#chunks, chunk).catch(this.#fail);
    this.#chunks += 1;
  };

  readonly onStem = (info: StemInfo): void => {
    const { stems } = this.#parts;
    this.#isStemKept = stems.begin(this.#take.id, info, this.#parts.now());
    this.#isStemKept.catch(this.#fail);
  };

  readonly onStemBlock = (block: StemBlock): void => {
    const { stems } = this.#parts;
    const at = this.#blocks;
    this.#blocks += 1;
    this.#isStemKept
      .then((kept) =>
        kept ? stems.append(this.#take.id, at, block) : undefined,
      )
      .catch(this.#fail);
  };

  readonly #fail = (error: unknown): void => this.#parts.onStoreFailure(error);
}
