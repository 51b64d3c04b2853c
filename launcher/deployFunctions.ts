import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "gully-backend/private-files";
import { AdminClient } from "./adminClient.ts";
import { contentHash } from "./contentHash.ts";
import { type CliTarget, runCli, targetFlags } from "./convexCli.ts";

/** Tests, test support and type declarations are not deployed. */
const NOT_DEPLOYED = /\.test\.ts$|\.d\.ts$|\.tsbuildinfo$|^convex\/testing\//;

/**
 * Deploys `convex/` with the official CLI, unless the backend already runs
 * these sources. Returns whether it deployed.
 * @throws StartError if the CLI refuses the functions
 */
export async function deployFunctions(
  root: string,
  target: CliTarget,
): Promise<boolean> {
  const file = join(target.dataDir, "deployed.json");
  const sources = await contentHash(
    root,
    ["convex", "convex.json", "package-lock.json"],
    NOT_DEPLOYED,
  );
  const client = new AdminClient(target);
  const before = await readFile(file, "utf8").catch(() => "");
  if (before === (await stamp(client, sources))) return false;
  await runCli(root, [...DEPLOY, ...targetFlags(target)]);
  await writePrivateFile(file, await stamp(client, sources));
  return true;
}

const DEPLOY = [
  "deploy",
  "--typecheck=disable",
  "--codegen=disable",
  "--check-build-environment=disable",
  "--skip-large-indexes-check",
];

/**
 * Returns a stamp of the sources and of the deployed code, so that a push by
 * hand is noticed.
 */
async function stamp(client: AdminClient, sources: string): Promise<string> {
  const modules = JSON.stringify(await client.moduleHashes());
  const deployed = createHash("sha256").update(modules).digest("hex");
  return JSON.stringify({ sources, deployed });
}
