/**
 * Takes the place of the package `convex-test`, so that its tests run against
 * this backend: a server process, its database, the official CLI and the stock
 * client. The deployment is started once, and wiped by every `convexTest()`.
 */
import {
  type FunctionReference,
  type GenericMutationCtx,
  type GenericDataModel,
  type GenericSchema,
  mutationGeneric,
  type SchemaDefinition,
  type StorageActionWriter,
  type UserIdentity,
} from "convex/server";
import type { Value } from "convex/values";
import { inject } from "vitest";
import { Deployment } from "./deployment.ts";
import "./deploymentAddress.ts";
import { RemoteHost } from "./remoteHost.ts";

type Args = Record<string, Value>;
type Callable<Type extends "query" | "mutation" | "action"> = FunctionReference<
  Type,
  "public" | "internal"
>;

type TestCtx = GenericMutationCtx<GenericDataModel> & {
  storage: Pick<StorageActionWriter, "store" | "get">;
};

/** `modules` are not needed: they have been pushed. */
export function convexTest(
  schema: SchemaDefinition<GenericSchema, boolean>,
  _modules?: unknown,
): TestAccess {
  const tables = Object.keys(schema.tables);
  const deployment = new Deployment(inject("deployment"), tables);
  RemoteHost.install(deployment);
  return new TestAccess(deployment);
}

class TestAccess {
  readonly #deployment: Deployment;
  readonly #identity: UserIdentity | undefined;

  constructor(deployment: Deployment, identity?: UserIdentity) {
    this.#deployment = deployment;
    this.#identity = identity;
  }

  async query(reference: Callable<"query">, args: Args = {}): Promise<unknown> {
    const client = await this.#client();
    return client.query(asPublic(reference), args) as Promise<unknown>;
  }

  async mutation(
    reference: Callable<"mutation">,
    args: Args = {},
  ): Promise<unknown> {
    const client = await this.#client();
    return client.mutation(asPublic(reference), args, { skipQueue: true });
  }

  async action(
    reference: Callable<"action">,
    args: Args = {},
  ): Promise<unknown> {
    const client = await this.#client();
    return client.action(asPublic(reference), args);
  }

  /** The identity as convex-test completes it. */
  withIdentity(given: Partial<UserIdentity> & { subject: string }): TestAccess {
    const issuer = given.issuer ?? "https://convex.test";
    const tokenIdentifier = `${issuer}|${given.subject}`;
    const identity = { tokenIdentifier, ...given, issuer };
    return new TestAccess(this.#deployment, identity);
  }

  async run<Result>(
    handler: (ctx: TestCtx) => Promise<Result>,
  ): Promise<Result> {
    await this.#deployment.client();
    let run: Promise<Result> | null = null;
    const registered = mutationGeneric(async (ctx: TestCtx) => {
      run = handler(withFiles(ctx));
      await run.catch(() => undefined);
    }) as unknown as { invokeMutation(argsText: string): Promise<string> }; // what the types leave out
    await registered.invokeMutation("[{}]");
    return run ?? Promise.reject(new Error("It did not run."));
  }

  /** The HTTP actions, which the deployment serves at its own address. */
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    await this.#client();
    return fetch(new URL(path, inject("deployment").url), init);
  }

  async finishInProgressScheduledFunctions(): Promise<void> {
    await this.#deployment.settle();
  }

  /** Components have been pushed with the app. */
  registerComponent(): void {}

  #client() {
    return this.#deployment.client(this.#identity);
  }
}

/** The client's types allow public functions only, administrators may call all. */
function asPublic<Type extends "query" | "mutation" | "action">(
  reference: Callable<Type>,
): FunctionReference<Type> {
  return reference as FunctionReference<Type>;
}

function withFiles(ctx: GenericMutationCtx<GenericDataModel>): TestCtx {
  const { storage } = ctx;
  const store = async (blob: Blob) => {
    const url = await storage.generateUploadUrl();
    const response = await fetch(url, { method: "POST", body: blob });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { storageId: string }).storageId;
  };
  const get = async (storageId: string) => {
    const url = await storage.getUrl(storageId);
    return url === null ? null : (await fetch(url)).blob();
  };
  return { ...ctx, storage: Object.assign({ ...storage }, { store, get }) };
}
