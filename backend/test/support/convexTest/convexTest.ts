/**
 * Replaces the package `convex-test`, so that its tests run against this
 * backend: a server process, its database, the official CLI and the stock
 * client. The deployment is started once; every `convexTest()` wipes it.
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

/** Ignores `modules`, because they are already deployed. */
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
  readonly #userAgent: string | undefined;

  constructor(
    deployment: Deployment,
    identity?: UserIdentity,
    userAgent?: string,
  ) {
    this.#deployment = deployment;
    this.#identity = identity;
    this.#userAgent = userAgent;
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

  /** Completes the identity as convex-test does. */
  withIdentity(given: Partial<UserIdentity> & { subject: string }): TestAccess {
    const issuer = given.issuer ?? "https://convex.test";
    const tokenIdentifier = `${issuer}|${given.subject}`;
    const identity = { tokenIdentifier, ...given, issuer };
    return new TestAccess(this.#deployment, identity, this.#userAgent);
  }

  /** The user agent is sent as a header; an address cannot be chosen. */
  withRequestMetadata({ userAgent }: { userAgent: string }): TestAccess {
    return new TestAccess(this.#deployment, this.#identity, userAgent);
  }

  /**
   * Runs the handler in this process. Unlike in convex-test, each call on its
   * `ctx` is a separate transaction.
   */
  async run<Result>(
    handler: (ctx: TestCtx) => Promise<Result>,
  ): Promise<Result> {
    await this.#deployment.client();
    let run: Promise<Result> | null = null;
    const registered = mutationGeneric(async (ctx: TestCtx) => {
      run = handler(withFiles(ctx));
      await run.catch(() => undefined);
    }) as unknown as { invokeMutation(argsText: string): Promise<string> }; // missing in the public types
    await registered.invokeMutation("[{}]");
    return run ?? Promise.reject(new Error("The handler did not run."));
  }

  /** Calls an HTTP action at the deployment's own address, as this identity. */
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    await this.#client();
    const { url, adminKey } = inject("deployment");
    const headers = new Headers(init?.headers);
    if (this.#identity) {
      const identity = JSON.stringify(this.#identity);
      const acting = Buffer.from(identity).toString("base64");
      headers.set("Authorization", `Convex ${adminKey}:${acting}`);
    }
    return fetch(new URL(path, url), { ...init, headers });
  }

  async finishInProgressScheduledFunctions(): Promise<void> {
    await this.#deployment.settle();
  }

  /** Does nothing, because components are deployed with the app. */
  registerComponent(): void {}

  #client() {
    return this.#deployment.client(this.#identity, this.#userAgent);
  }
}

/**
 * Casts away the visibility. The client's types allow public functions only,
 * but administrators may call all.
 */
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
