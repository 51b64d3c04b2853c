/** Connects one test to the running deployment. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type UserIdentity } from "convex/server";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeploymentAddress } from "./deploymentAddress.ts";
import { followTest } from "./testState.ts";

type Since = { since: number };
const isIdle = makeFunctionReference<"query", Since>("testHost:isIdle");
const wipe = makeFunctionReference<
  "mutation",
  Since & { tables: string[] },
  number | null
>("testHost:wipe");
/** For each address: when the newest job of an earlier test was created. */
const lastJobAt = new Map<string, number>();

const POLL_EVERY_MS = 10;

export class Deployment {
  readonly #address: DeploymentAddress;
  readonly #cleared: Promise<void>;

  /** Starts to wipe the deployment; the first call waits until that is done. */
  constructor(address: DeploymentAddress, tables: readonly string[]) {
    this.#address = address;
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
    followTest(this.#address);
    return this.#makeClient(identity, userAgent);
  }

  /**
   * When the newest job of earlier tests was created, in milliseconds. A test must not see those
   * jobs.
   */
  get since(): number {
    return lastJobAt.get(this.#address.url) ?? 0;
  }

  /** Waits until all jobs that are due have run. */
  async settle(): Promise<void> {
    const client = await this.client();
    while (!(await client.query(isIdle, { since: this.since })))
      await sleep(POLL_EVERY_MS);
  }

  async #clear(tables: readonly string[]): Promise<void> {
    const client = this.#makeClient();
    const args = { since: this.since, tables: [...tables] };
    let newestAt;
    do newestAt = await client.mutation(wipe, args);
    while (newestAt === null);
    lastJobAt.set(this.#address.url, newestAt);
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
