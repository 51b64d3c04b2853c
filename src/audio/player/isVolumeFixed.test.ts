import { expect, test } from "vitest";
import { isVolumeFixed } from "./isVolumeFixed";

test("a volume that keeps its value is not fixed", async () => {
  expect(await isVolumeFixed({ volume: 1 })).toBe(false);
});

test.each([
  ["at once", () => 1],
  ["a moment later", (setMsAgo: number) => (setMsAgo < 20 ? 0.5 : 1)],
])("a volume that is taken back %s is fixed", async (_when, read) => {
  let setAt = 0;
  const element = {
    set volume(_volume: number) {
      setAt = performance.now();
    },
    get volume() {
      return read(performance.now() - setAt);
    },
  };
  expect(await isVolumeFixed(element)).toBe(true);
});
