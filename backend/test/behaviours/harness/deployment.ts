/** What a behaviour sees of a deployment, whichever it is. */
import type { Value } from "convex/values";

/** Fields that are undefined are left out. */
export type Args = Record<string, Value | undefined>;

/** Attributes of an identity as functions see them. */
export interface Person {
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** A claim that no standard names. */
  readonly crew?: string;
}

export interface Deployment {
  /** The caller says what the function returns, as with a function's reference. */
  query<Result = Value>(name: string, args?: Args): Promise<Result>;
  mutation<Result = Value>(name: string, args?: Args): Promise<Result>;
  action<Result = Value>(name: string, args?: Args): Promise<Result>;
  /** A client that this person has signed in at; closed with the deployment. */
  as(person: Person): Deployment;
  /** Of an HTTP action. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Waits for scheduled functions that are due. */
  settle(): Promise<void>;
}

export const ISSUER = "https://issuer.example";
