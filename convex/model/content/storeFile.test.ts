import { expect, test } from "vitest";
import { dataOf } from "../errors";
import { storeFile } from "./storeFile";

const storeOn = (message: string) =>
  storeFile(
    { storage: { store: () => Promise.reject(new Error(message)) } as never },
    new Blob(["piece"]),
  );

test.each([
  "The server's disk has too little free space left for more files.",
  "ENOSPC: no space left on device, write",
])("a full disk is named in words: %s", async (message) => {
  const error = await storeOn(message).catch((one: unknown) => one);
  expect(dataOf(error)).toMatchObject({ code: "DISK_FULL" });
});

test("other failures stay what they are", async () => {
  await expect(storeOn("The worker has ended.")).rejects.toThrow("worker");
});
