/** One deployment for a whole run; tests find it as `inject("deployment")`. */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import "./deploymentAddress.ts";
import { startDeployment } from "./startDeployment.ts";

export default async function setup(project: TestProject) {
  const functionsDir = join(project.config.root, "convex");
  const { url, adminKey, stop } = await startDeployment({
    functionsDir,
    // A test calls what they call.
    files: { "crons.ts": null },
  });
  project.provide("deployment", { url, adminKey });
  return stop;
}
