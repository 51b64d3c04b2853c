import { readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Deployment } from "../contract.ts";

/**
 * `"use node"` modules find their packages by a link beside them. It is made
 * anew where the data directory came from a backup or the app has moved.
 */
export async function linkPackages(
  deployment: Deployment | null,
  appRoot: string,
): Promise<void> {
  if (deployment === null) return;
  const link = join(deployment.root, "node_modules");
  const target = join(appRoot, "node_modules");
  const current = await readlink(link).catch(() => null);
  if (current === target) return;
  try {
    await rm(link, { force: true });
    await symlink(target, link);
  } catch (error) {
    // Without its modules the deployment cannot run anyway, and says so.
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
