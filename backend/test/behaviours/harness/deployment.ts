/** The interface through which behaviours use a deployment of either kind. */
import type { Value } from "convex/values";

/** Fields that are undefined are left out. */
export type Args = Record<string, Value | undefined>;

/** Attributes of an identity, as functions see them. */
export interface Person {
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** A claim that is not part of any standard. */
  readonly crew?: string;
  readonly rank?: { readonly in: { readonly crew: string } };
}

export interface Deployment {
  /** The caller names the result type, as with a function reference. */
  query<Result = Value>(name: string, args?: Args): Promise<Result>;
  mutation<Result = Value>(name: string, args?: Args): Promise<Result>;
  action<Result = Value>(name: string, args?: Args): Promise<Result>;
  /**
   * Returns a client that is signed in as this person. It is closed with the
   * deployment.
   */
  as(person: Person): Deployment;
  /** Calls an HTTP action. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Waits until all scheduled functions that are due have run. */
  settle(): Promise<void>;
}

export const ISSUER = "https://issuer.example";
