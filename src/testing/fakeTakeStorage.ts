import { vi } from "vitest";
import type { Stem, StemBlock } from "../audio/store/stem";
import type { NewBarsInfo, NewBarsStore } from "../audio/studio/punch/newBars";
import type { RecorderParts } from "../audio/studio/recorderParts";
import type { UnsavedTakesParts } from "../audio/studio/storing/unsavedTakes";

type Store = UnsavedTakesParts["store"] & RecorderParts["store"];
type Stems = UnsavedTakesParts["stems"] & RecorderParts["stems"];

/** A take store in memory. It holds the chunks of one take. */
export function fakeTakeStore() {
  const stored: Blob[] = [];
  return {
    begin: vi.fn<Store["begin"]>(async (_take, chunk) => {
      stored.splice(0, stored.length, chunk);
    }),
    append: vi.fn<Store["append"]>(async (_id, _index, chunk) => {
      stored.push(chunk);
    }),
    measure: vi.fn<Store["measure"]>(async () => ({
      chunks: stored.length,
      bytes: stored.reduce((sum, { size }) => sum + size, 0),
    })),
    remove: vi.fn<Store["remove"]>(async () => undefined),
    loadChunks: vi.fn<Store["loadChunks"]>(async () => [new Blob(["kept"])]),
  };
}

/** A store of new bars that holds the last ones it received, whatever their take. */
export function fakeNewBarsStore() {
  let info: NewBarsInfo | null = null;
  const blocks: StemBlock[] = [];
  return {
    begin: vi.fn<NewBarsStore["begin"]>(async (_id, begun) => {
      info = begun;
      return true;
    }),
    append: vi.fn<NewBarsStore["append"]>(async (_id, _index, block) => {
      blocks.push(block);
    }),
    load: vi.fn<NewBarsStore["load"]>(async () =>
      info && blocks.length > 0 ? { info, blocks: [...blocks] } : null,
    ),
    remove: vi.fn<NewBarsStore["remove"]>(async () => {
      info = null;
      blocks.length = 0;
    }),
  };
}

/** A stem store that accepts everything and returns `stem` for any take. */
export function fakeStemStore(stem: Stem | null) {
  return {
    begin: vi.fn<Stems["begin"]>(async () => true),
    append: vi.fn<Stems["append"]>(async () => undefined),
    remove: vi.fn<Stems["remove"]>(async () => undefined),
    load: vi.fn<Stems["load"]>(async () => stem),
  };
}
