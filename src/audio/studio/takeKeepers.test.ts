import { expect, test, vi } from "vitest";
import { TakeKeepers } from "./takeKeepers";

function makeKeepers(storedChunks: number) {
  const store = {
    begin: async () => undefined,
    append: async () => undefined,
    measure: async () => ({ chunks: storedChunks, bytes: 0 }),
    remove: async () => undefined,
  };
  const stems = {
    begin: async () => true,
    append: async () => undefined,
    remove: async () => undefined,
  };
  const onStored = vi.fn<() => void>();
  const told = { onStored, onStoreFailure: () => undefined, now: () => 1 };
  return { onStored, keepers: new TakeKeepers({ store, stems, ...told }) };
}

const take = { id: "take-1", userId: "u1", beatId: "b1" };

test("tells when a take is stored", async () => {
  const { keepers, onStored } = makeKeepers(0);
  keepers.begin(take, () => undefined);
  expect(onStored).not.toHaveBeenCalled();
  await keepers.confirm(take.id);
  expect(onStored).toHaveBeenCalledTimes(1);
});

test("does not tell of a take that the device could not store", async () => {
  const { keepers, onStored } = makeKeepers(7);
  keepers.begin(take, () => undefined);
  await keepers.confirm(take.id);
  expect(onStored).not.toHaveBeenCalled();
});
