import type { Deployment } from "../runtime/contract/runtime.ts";
import type { AppModule } from "./moduleDirectory.ts";
import type { CheckedComponent } from "./componentTree.ts";
import type { EvaluatedDefinition } from "./evaluation.ts";

/**
 * The data that the push code stores in `Deployment.record`, to answer later
 * requests from the CLI.
 */
export interface DeploymentRecord {
  readonly serverVersion: string;
  readonly appModules: readonly AppModule[];
  readonly definitions: Readonly<Record<string, EvaluatedDefinition>>;
  readonly app: CheckedComponent;
}

/**
 * Returns the record of a deployment. Safe because only `assembleDeployment`
 * writes records.
 */
export function recordOf(deployment: Deployment): DeploymentRecord {
  return deployment.record as unknown as DeploymentRecord;
}
