export interface DeploymentAddress {
  readonly url: string;
  readonly adminKey: string;
  /** Where followTest.ts finds the time and the variables. */
  readonly stateFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    deployment: DeploymentAddress;
  }
}
