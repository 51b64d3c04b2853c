import {
  chmodSync,
  existsSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataDirectory } from "./dataDirectory.ts";

test("compiled code is kept, but not if others could have put it there", async () => {
  await using tmp = await mkdtempDisposable(join(tmpdir(), "data-"));
  const folder = join(tmp.path, "compiled");
  const code = join(folder, "code");
  mkdirSync(folder);
  writeFileSync(code, "");
  chmodSync(folder, 0o755);
  expect(openDataDirectory(tmp.path)).toEqual([]);
  expect(existsSync(code)).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const mode of [0o720, 0o702]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(code, "");
    chmodSync(folder, mode);
    expect(openDataDirectory(tmp.path)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  }
});
