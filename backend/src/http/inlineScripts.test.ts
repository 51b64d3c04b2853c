import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inlineScriptsOf } from "./inlineScripts.ts";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "pages-"));
});

afterEach(() => rm(dir, { recursive: true }));

test("names each inline script of a page once, and no file", async () => {
  const script = "<script data-of='shell'>alert(1)</script>";
  const file = '<script defer src="/a.js"></script>';
  await writeFile(join(dir, "index.html"), script + file);
  await writeFile(join(dir, "200.html"), script);
  await writeFile(join(dir, "a.js"), "<script>alert(2)</script>");
  expect(inlineScriptsOf(dir)).toEqual([
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ]);
});

test("takes line ends and other letters into account as a browser does", async () => {
  await writeFile(join(dir, "index.html"), "<script>\n'क';\n</script>");
  await writeFile(join(dir, "200.html"), "<script>'क';</script>");
  expect(inlineScriptsOf(dir)).toHaveLength(2);
});

test("finds nothing in a folder without pages", () => {
  expect(inlineScriptsOf(dir)).toEqual([]);
});
