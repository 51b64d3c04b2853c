import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { listedCapabilities } from "./harness/listedDifferences.ts";

/** `HTTP actions` are in httpActions.test.ts. */
function fileOf(capability: string): string {
  const words = capability.replace("HTTP", "http").split(" ");
  const [first = "", ...rest] = words;
  const others = rest.map(
    (word) => word.slice(0, 1).toUpperCase() + word.slice(1),
  );
  return `${first}${others.join("")}.test.ts`;
}

test("backend/README.md lists differences of capabilities that are tried", async () => {
  const files = await readdir(import.meta.dirname);
  for (const capability of await listedCapabilities()) {
    expect(files).toContain(fileOf(capability));
  }
});
