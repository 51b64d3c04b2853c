import type { StemBlock, StemInfo } from "../../store/stem";
import type { StemStore } from "../../store/stemStore";
import type { StoredTake } from "../../store/takeStore";

export interface StemWriterParts {
  readonly stems: Pick<StemStore, "begin" | "append" | "remove">;
  onStoreFailure(error: unknown): void;
  now: () => number;
}

/**
 * Stores the stem of a take while it is recorded. The stem is less important than the take: after
 * the first failure, the stem is removed from the device, because mixing with half a stem would cut
 * the take short.
 */
export class StemWriter {
  readonly #parts: StemWriterParts;
  readonly #takeId: string;
  #blocks = 0;
  #state: "none" | "kept" | "given up" = "none";
  #writing = Promise.resolve();

  constructor(parts: StemWriterParts, { id }: Pick<StoredTake, "id">) {
    this.#parts = parts;
    this.#takeId = id;
  }

  begin(info: StemInfo): void {
    const { stems, now } = this.#parts;
    this.#next(async () => {
      const isBegun = await stems.begin(this.#takeId, info, now());
      if (isBegun && this.#state === "none") this.#state = "kept";
    });
  }

  append(block: StemBlock): void {
    const index = this.#blocks;
    this.#blocks += 1;
    this.#next(async () => {
      if (this.#state !== "kept") return;
      await this.#parts.stems.append(this.#takeId, index, block);
    });
  }

  /** Removes the stem to make room. Resolves to true if there was a stem. */
  async giveUp(): Promise<boolean> {
    if (this.#state !== "kept") return false;
    this.#state = "given up";
    try {
      await this.#parts.stems.remove(this.#takeId);
      return true;
    } catch (error) {
      this.#parts.onStoreFailure(error);
      return false;
    }
  }

  #next(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch(async (error: unknown) => {
      this.#parts.onStoreFailure(error);
      await this.giveUp();
    });
  }
}
