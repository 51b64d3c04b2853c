import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { listedCapabilities } from "./harness/listedDifferences.ts";

/**
 * Maps a capability to its test file; "HTTP actions" are in
 * httpActions.test.ts.
 */
function fileOf(capability: string): string {
  const words = capability.replace("HTTP", "http").split(" ");
  const [first = "", ...rest] = words;
  const others = rest.map(
    (word) => word.slice(0, 1).toUpperCase() + word.slice(1),
  );
  return `${first}${others.join("")}.test.ts`;
}

test("lists in backend/README.md only capabilities that have tests", async () => {
  const files = await readdir(import.meta.dirname);
  for (const capability of await listedCapabilities()) {
    expect(files).toContain(fileOf(capability));
  }
});
