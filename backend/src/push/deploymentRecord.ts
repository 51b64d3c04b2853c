import type { Deployment } from "../functions/contract.ts";
import type { AppModule } from "./moduleDirectory.ts";
import type { CheckedComponent } from "./componentTree.ts";
import type { EvaluatedDefinition } from "./evaluation.ts";

/** What this folder keeps in `Deployment.record`: answers of later requests. */
export interface DeploymentRecord {
  readonly serverVersion: string;
  readonly appModules: readonly AppModule[];
  readonly definitions: Readonly<Record<string, EvaluatedDefinition>>;
  readonly app: CheckedComponent;
}

/** Only `assembleDeployment` writes records. */
export function recordOf(deployment: Deployment): DeploymentRecord {
  return deployment.record as unknown as DeploymentRecord;
}
