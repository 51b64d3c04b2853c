/**
 * Starts one deployment for the whole run; tests get it with
 * `inject("deployment")`.
 */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import "./deploymentAddress.ts";
import { startDeployment } from "./startDeployment.ts";

export default async function setup(project: TestProject) {
  const functionsDir = join(project.config.root, "convex");
  const { stop, ...address } = await startDeployment({
    functionsDir,
    files: {
      // Left out, because tests call the functions of crons themselves.
      "crons.ts": null,
      "testMakers.ts": 'export * from "./testing/test.makers";',
    },
    preloads: [join(functionsDir, "testing", "test.quickHashes.ts")],
  });
  project.provide("deployment", address);
  return stop;
}
