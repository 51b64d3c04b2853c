import { existsSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Deployment } from "../contract/runtime.ts";

/**
 * Links the app's packages next to the deployed modules, where `"use node"`
 * modules look for them. Replaces a link that leads nowhere, because the data
 * directory came from a backup or the app has moved.
 */
export async function linkPackages(
  deployment: Deployment | null,
  appRoot: string,
): Promise<void> {
  if (deployment === null || !existsSync(deployment.root)) return;
  const link = join(deployment.root, "node_modules");
  const target = join(appRoot, "node_modules");
  if (existsSync(link) || !existsSync(target)) return;
  await rm(link, { force: true });
  await symlink(target, link);
}
