export interface DeploymentAddress {
  readonly url: string;
  readonly adminKey: string;
}

declare module "vitest" {
  interface ProvidedContext {
    deployment: DeploymentAddress;
  }
}
