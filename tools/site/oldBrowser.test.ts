import { Linter } from "eslint";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  BUILD_TARGETS,
  MINIMUM_VERSIONS_TEXT,
} from "../../src/lib/browserVersions.ts";
import { buildOldBrowser } from "./oldBrowser.ts";

const ROOT = join(import.meta.dirname, "../..");

test("every browser can parse the script for old browsers", async () => {
  const { source } = await buildOldBrowser(ROOT);
  const faults = new Linter().verify(source, {
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
  });
  expect(faults).toEqual([]);
});

test("names the versions in both languages, and has a name that depends on its content", async () => {
  const { fileName, source } = await buildOldBrowser(ROOT);
  expect(source.split(MINIMUM_VERSIONS_TEXT)).toHaveLength(3);
  expect(source).not.toContain('"TEXTS"');
  expect(fileName).toMatch(/^assets\/oldBrowser-[0-9a-f]{8}\.js$/);
});

test("the README and the build name the same versions", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  for (const browser of MINIMUM_VERSIONS_TEXT.split(", ")) {
    expect(readme).toContain(browser);
    expect(BUILD_TARGETS).toContain(browser.toLowerCase().replace(" ", ""));
  }
});
