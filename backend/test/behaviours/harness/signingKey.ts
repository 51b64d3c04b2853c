import type { JWK } from "jose";

export interface SigningKey {
  readonly jwk: JWK;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Private key of the provider in the app's auth.config.ts. */
    signingKey: SigningKey;
  }
}
