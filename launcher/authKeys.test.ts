import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importPKCS8 } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadAuthKeys } from "./authKeys.ts";
import { StartError } from "./startError.ts";

let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "auth-keys-"));
  file = join(dir, "auth_keys.json");
});

afterEach(() => rm(dir, { recursive: true }));

test("generates a working key pair once, readable only by its owner", async () => {
  const keys = await loadAuthKeys(dir);
  await chmod(file, 0o644);
  await importPKCS8(keys.JWT_PRIVATE_KEY, "RS256");
  expect(await loadAuthKeys(dir)).toEqual(keys);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dir)).toEqual(["auth_keys.json"]);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"JWT_PRIVATE_KEY":"","JWKS":""}',
  '{"JWT_PRIVATE_KEY":"-----BEGIN PRIVATE KEY-----","JWKS":"{}"}',
])("refuses a file with %j and says what to do", async (content) => {
  await writeFile(file, content);
  await expect(loadAuthKeys(dir)).rejects.toThrow(StartError);
  await expect(loadAuthKeys(dir)).rejects.toThrow("remove the file");
  expect(await readFile(file, "utf8")).toBe(content);
});
