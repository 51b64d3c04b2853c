import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AdminClient } from "./adminClient.ts";
import { contentHash } from "./contentHash.ts";
import { type CliTarget, runCli, targetFlags } from "./convexCli.ts";
import { writePrivateFile } from "./privateFile.ts";

/** Tests and generated types are not part of what is deployed. */
const NOT_DEPLOYED = /\.test\.ts$|\.d\.ts$|\.tsbuildinfo$|test\.setup\.ts$/;

/**
 * Pushes `convex/` with the official CLI, unless these very sources are what
 * the backend runs. Returns whether it has pushed.
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
  await runCli(root, [...DEPLOY, ...(await targetFlags(target))]);
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

/** Names what is deployed too, so that a push by hand is noticed. */
async function stamp(client: AdminClient, sources: string): Promise<string> {
  const modules = JSON.stringify(await client.moduleHashes());
  const deployed = createHash("sha256").update(modules).digest("hex");
  return JSON.stringify({ sources, deployed });
}
