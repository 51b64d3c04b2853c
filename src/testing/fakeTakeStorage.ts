import { vi } from "vitest";
import type { Stem } from "../audio/store/stem";
import type { RecorderParts } from "../audio/studio/recorderParts";
import type { TakeKeepersParts } from "../audio/studio/takeKeepers";

type Store = TakeKeepersParts["store"] & RecorderParts["store"];
type Stems = TakeKeepersParts["stems"] & RecorderParts["stems"];

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

/** A stem store that accepts everything and returns `stem` for any take. */
export function fakeStemStore(stem: Stem | null) {
  return {
    begin: vi.fn<Stems["begin"]>(async () => true),
    append: vi.fn<Stems["append"]>(async () => undefined),
    remove: vi.fn<Stems["remove"]>(async () => undefined),
    load: vi.fn<Stems["load"]>(async () => stem),
  };
}
