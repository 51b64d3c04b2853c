/** Calls of one test to the running deployment. */
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

  /** What is called first waits until the deployment is as good as new. */
  constructor(address: DeploymentAddress, tables: readonly string[]) {
    this.#address = address;
    this.#environment = FollowedEnvironment.of(address);
    this.#cleared = this.#clear(tables);
    // Whatever is called first tells of the failure.
    this.#cleared.catch(() => undefined);
  }

  /** A stock client that reaches internal functions too, once the deployment can be called. */
  async client(identity?: UserIdentity): Promise<ConvexHttpClient> {
    await this.#cleared;
    await this.#environment.follow();
    return this.#makeClient(identity);
  }

  /** Jobs of tests before, which a test does not see. */
  isOfBefore(jobId: string): boolean {
    return this.#endedJobs.has(jobId);
  }

  /** Waits for the jobs that are due. */
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

  #makeClient(identity?: UserIdentity): ConvexHttpClient {
    const client = new ConvexHttpClient(this.#address.url, {
      skipConvexDeploymentUrlCheck: true,
      logger: false,
    });
    // The types leave out what the CLI and the dashboard use.
    const asAdmin = client as ConvexHttpClient & {
      setAdminAuth(key: string, identity?: UserIdentity): void;
    };
    asAdmin.setAdminAuth(this.#address.adminKey, identity);
    return client;
  }
}
