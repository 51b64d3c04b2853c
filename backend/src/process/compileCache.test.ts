import {
  chmodSync,
  existsSync,
  mkdirSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compileCache } from "./compileCache.ts";

vi.mock("node:fs", { spy: true });

beforeEach(() => void vi.stubEnv("NODE_COMPILE_CACHE", undefined));
afterEach(() => void vi.unstubAllEnvs());

const folderInTmp = () => mkdtempDisposable(join(tmpdir(), "compiled-"));

test("compiled code is kept beside the data, where nobody else may write", async () => {
  await using tmp = await folderInTmp();
  const dataDir = join(tmp.path, "new");
  const folder = join(dataDir, "compiled");
  expect(compileCache(dataDir)).toEqual({ NODE_COMPILE_CACHE: folder });
  expect(compileCache(dataDir)).toEqual({ NODE_COMPILE_CACHE: folder });
  chmodSync(folder, 0o777);
  expect(compileCache(dataDir)).toEqual({});
});

test("a folder that was chosen is left alone", async () => {
  await using tmp = await folderInTmp();
  vi.stubEnv("NODE_COMPILE_CACHE", "/elsewhere");
  expect(compileCache(tmp.path)).toEqual({});
  expect(existsSync(join(tmp.path, "compiled"))).toBe(false);
});

test("a data folder that cannot be used stops nothing here", async () => {
  await using tmp = await folderInTmp();
  const file = join(tmp.path, "file");
  writeFileSync(file, "");
  expect(compileCache(file)).toEqual({});
  mkdirSync(join(tmp.path, "data"));
  writeFileSync(join(tmp.path, "data", "compiled"), "");
  expect(compileCache(join(tmp.path, "data"))).toEqual({});
});

test("a disk that is nearly full keeps its space for the data", async () => {
  await using tmp = await folderInTmp();
  const found = statfsSync(tmp.path);
  const withFree = (mebibytes: number) =>
    vi
      .mocked(statfsSync)
      .mockReturnValueOnce({ ...found, bsize: 1 << 20, bavail: mebibytes });
  withFree(63);
  expect(compileCache(tmp.path)).toEqual({});
  withFree(64);
  expect(Object.keys(compileCache(tmp.path))).toEqual(["NODE_COMPILE_CACHE"]);
});
