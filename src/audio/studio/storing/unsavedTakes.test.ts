import { expect, test, vi } from "vitest";
import { UnsavedTakes } from "./unsavedTakes";

function makeUnsaved(storedChunks: number) {
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
  return { onStored, unsaved: new UnsavedTakes({ store, stems, ...told }) };
}

const take = { id: "take-1", userId: "u1", beatId: "b1" };

test("tells when a take is stored", async () => {
  const { unsaved, onStored } = makeUnsaved(0);
  unsaved.begin(take, () => undefined);
  expect(onStored).not.toHaveBeenCalled();
  await unsaved.confirm(take.id);
  expect(onStored).toHaveBeenCalledTimes(1);
});

test("does not tell of a take that the device could not store", async () => {
  const { unsaved, onStored } = makeUnsaved(7);
  unsaved.begin(take, () => undefined);
  await unsaved.confirm(take.id);
  expect(onStored).not.toHaveBeenCalled();
});
