import { Linter } from "eslint";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildListenAssets, LISTEN_ASSETS } from "./listenAssets.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the public pages have the style and the scripts that src/listen/ describes", async () => {
  const written = await readFile(join(ROOT, LISTEN_ASSETS), "utf8");
  const isCurrent = written === (await buildListenAssets(ROOT));
  expect(isCurrent, "Run npm run codegen.").toBe(true);
});

test("none of them can end the element that holds it", async () => {
  const written = await readFile(join(ROOT, LISTEN_ASSETS), "utf8");
  expect(written).not.toMatch(/<\/|<!--|\]\]>/);
});

test("old browsers can read the script that shows them their own player", async () => {
  const written = await readFile(join(ROOT, LISTEN_ASSETS), "utf8");
  const script = /HEAD_SCRIPT = (".*");/.exec(written)?.[1] ?? "";
  const faults = new Linter().verify(JSON.parse(script) as string, {
    languageOptions: { ecmaVersion: 2015, sourceType: "script" },
  });
  expect(faults).toEqual([]);
});
