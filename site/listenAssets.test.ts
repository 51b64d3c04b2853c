import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildListenAssets, LISTEN_ASSETS } from "./listenAssets.ts";

const ROOT = join(import.meta.dirname, "..");

test("the public pages have the style and the scripts that src/listen/ describes", async () => {
  const written = await readFile(join(ROOT, LISTEN_ASSETS), "utf8");
  const isCurrent = written === (await buildListenAssets(ROOT));
  expect(isCurrent, "Run npm run codegen.").toBe(true);
}, 60_000);

test("none of them can end the element that holds it", async () => {
  const written = await readFile(join(ROOT, LISTEN_ASSETS), "utf8");
  expect(written).not.toMatch(/<\/|<!--|\]\]>/);
});
