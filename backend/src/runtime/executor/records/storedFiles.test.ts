import { expect, test } from "vitest";
import {
  commit,
  openTestDatabase,
  read,
} from "../../../../test/support/testDatabase.ts";
import { fileUuids, insertFile } from "./storedFiles.ts";

test("lists more files than one transaction may read, page by page", () => {
  const database = openTestDatabase();
  const wanted = Array.from({ length: 12_000 }, (_, n) => `uuid ${n}`);
  for (let from = 0; from < wanted.length; from += 4_000) {
    commit(database, (transaction) => {
      for (const uuid of wanted.slice(from, from + 4_000)) {
        insertFile(transaction, "", {
          uuid,
          sha256Hex: "00",
          sizeBytes: 1,
          contentType: null,
        });
      }
    });
  }
  const found: string[] = [];
  let cursor: string | null = null;
  let parts = 0;
  do {
    const at: string | null = cursor;
    const part: ReturnType<typeof fileUuids> = read(database, (transaction) =>
      fileUuids(transaction, "", at),
    );
    found.push(...part.uuids);
    cursor = part.next;
    parts += 1;
  } while (cursor !== null);
  expect(parts).toBeGreaterThan(2);
  expect(found.sort()).toEqual(wanted.sort());
  database.close();
});
