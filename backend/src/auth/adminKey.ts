import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The key that may push code and read everything; made at first start. */
export async function loadAdminKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "admin_key");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const existing = await readFile(file, "utf8").catch(ignoreMissing);
  if (existing !== null) return existing.trim();

  const key = `embedded|${randomBytes(32).toString("hex")}`;
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return key;
}

/** Takes the same time wherever the first difference is. */
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
