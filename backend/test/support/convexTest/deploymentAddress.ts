export interface DeploymentAddress {
  readonly url: string;
  readonly adminKey: string;
  /** Where followTest.ts finds the time and the variables. */
  readonly stateFile: string;
  /** Names the process of the server, which starts again when a test kills it. */
  readonly pidFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    deployment: DeploymentAddress;
  }
}
