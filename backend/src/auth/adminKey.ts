import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../storage/privateFile.ts";
import { StartRefusal } from "../storage/startRefusal.ts";

const FULL_FORM = /^embedded\|[0-9a-f]{64}$/;

/**
 * Reads the admin key, which may push code and read everything, and creates it
 * on the first start. The caller must own the directory: two concurrent first
 * starts would end up with different keys.
 * @throws StartRefusal if the file does not hold a complete key
 */
export async function loadAdminKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "admin_key");
  const existing = await readFile(file, "utf8").catch(ignoreMissing);
  if (existing !== null) return requireFullForm(existing.trim(), file);
  const key = `embedded|${randomBytes(32).toString("hex")}`;
  await writePrivateFile(file, `${key}\n`);
  return key;
}

/**
 * Checks that a text is a complete key. An empty or shortened one would let
 * strangers in.
 */
export function isAdminKeyForm(text: string): boolean {
  return FULL_FORM.test(text);
}

function requireFullForm(key: string, file: string): string {
  if (isAdminKeyForm(key)) return key;
  throw new StartRefusal(
    `${file} does not hold a complete admin key (embedded| and 64 hexadecimal digits). Put the key back from a backup, or remove the file: the next start makes a new key, which the tools that use the old one then need.`,
  );
}

/** Constant-time comparison. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
