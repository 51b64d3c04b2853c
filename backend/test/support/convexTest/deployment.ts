/** Connects one test to the running deployment. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type UserIdentity } from "convex/server";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeploymentAddress } from "./deploymentAddress.ts";
import { FollowedEnvironment } from "./followedEnvironment.ts";

const isIdle = makeFunctionReference<"query">("testHost:isIdle");
const cancelJobs = makeFunctionReference<"mutation">("testHost:cancelJobs");
const wipe = makeFunctionReference<"mutation", { tables: string[] }, string[]>(
  "testHost:wipe",
);

const POLL_EVERY_MS = 10;

export class Deployment {
  readonly #address: DeploymentAddress;
  readonly #environment: FollowedEnvironment;
  readonly #cleared: Promise<void>;
  #endedJobs: ReadonlySet<string> = new Set();

  /** Starts to wipe the deployment; the first call waits until that is done. */
  constructor(address: DeploymentAddress, tables: readonly string[]) {
    this.#address = address;
    this.#environment = FollowedEnvironment.of(address);
    this.#cleared = this.#clear(tables);
    // The first call reports a failure.
    this.#cleared.catch(() => undefined);
  }

  /**
   * Returns a stock client that can also call internal functions, once the
   * deployment is ready.
   */
  async client(
    identity?: UserIdentity,
    userAgent?: string,
  ): Promise<ConvexHttpClient> {
    await this.#cleared;
    await this.#environment.follow();
    return this.#makeClient(identity, userAgent);
  }

  /** Returns true for jobs of earlier tests, which a test must not see. */
  isOfBefore(jobId: string): boolean {
    return this.#endedJobs.has(jobId);
  }

  /** Waits until all jobs that are due have run. */
  async settle(): Promise<void> {
    const client = await this.client();
    while (!(await client.query(isIdle, {}))) await sleep(POLL_EVERY_MS);
  }

  async #clear(tables: readonly string[]): Promise<void> {
    const client = this.#makeClient();
    do {
      await client.mutation(cancelJobs, {});
    } while (!(await client.query(isIdle, {})));
    const jobs = await client.mutation(wipe, { tables: [...tables] });
    this.#endedJobs = new Set(jobs);
  }

  #makeClient(identity?: UserIdentity, userAgent?: string): ConvexHttpClient {
    const client = new ConvexHttpClient(this.#address.url, {
      skipConvexDeploymentUrlCheck: true,
      logger: false,
      ...(userAgent !== undefined && { fetch: fetchAs(userAgent) }),
    });
    // The public types omit this method of the CLI and the dashboard.
    const asAdmin = client as ConvexHttpClient & {
      setAdminAuth(key: string, identity?: UserIdentity): void;
    };
    asAdmin.setAdminAuth(this.#address.adminKey, identity);
    return client;
  }
}

/** A `fetch` that names this browser. */
function fetchAs(userAgent: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("User-Agent", userAgent);
    return fetch(input, { ...init, headers });
  };
}
