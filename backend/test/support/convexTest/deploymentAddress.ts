export interface DeploymentAddress {
  readonly url: string;
  readonly adminKey: string;
  /** Where clock.ts finds the time. */
  readonly clockFile: string;
}

declare module "vitest" {
  interface ProvidedContext {
    deployment: DeploymentAddress;
  }
}
