import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Deployment } from "../contract/runtime.ts";

/**
 * Points the deployment's modules to the current data directory, which may have
 * been copied or moved since they were written.
 */
export function movedDeployment(
  deployment: Deployment,
  dataDir: string,
): Deployment {
  const root = join(dataDir, "modules", basename(deployment.root));
  if (root === deployment.root || !existsSync(root)) return deployment;
  return {
    ...deployment,
    root,
    components: deployment.components.map((component) => ({
      ...component,
      modules: component.modules.map((module) => ({
        ...module,
        file: join(root, relative(deployment.root, module.file)),
      })),
    })),
  };
}
