import { deepStrictEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { ServerProcess } from "../../test/support/serverProcess.ts";
import { runConvexCli } from "./convexCli.ts";

type Args = Record<string, Value>;

/** How long a component's background work may take. */
const PATIENCE_MS = 60_000;
const POLL_MS = 100;

const DEPLOY = ["deploy", "--typecheck=disable"] as const;

/** One app on a fresh backend, which runs in a separate process. */
export class Deployment implements AsyncDisposable {
  readonly #server: ServerProcess;
  readonly #client: ConvexHttpClient;

  /** Runs a command of the official CLI in the app's folder. */
  readonly cli: (...args: string[]) => Promise<void>;
  /**
   * Deploys again with another version of the CLI, given by the path of its
   * script.
   */
  readonly deployWith: (script: string) => Promise<void>;

  private constructor(
    server: ServerProcess,
    { cli, deployWith }: Pick<Deployment, "cli" | "deployWith">,
  ) {
    this.#server = server;
    this.cli = cli;
    this.deployWith = deployWith;
    this.#client = new ConvexHttpClient(server.url, { logger: false });
  }

  /**
   * Starts a backend and deploys with the official CLI.
   *
   * @throws Error with the output of the CLI and the server
   */
  static async of(appDir: string): Promise<Deployment> {
    const server = await ServerProcess.empty({ env: { APP_ROOT: appDir } });
    try {
      const { url, dataDir } = server;
      const adminKey = await server.adminKey();
      const target = { url, adminKey, home: dataDir };
      const cli = (...args: string[]) => runConvexCli(appDir, target, args);
      const deployWith = (script: string) =>
        // Versions before 1.19 do not read the variables for self-hosted deployments.
        runConvexCli(
          appDir,
          target,
          [...DEPLOY, "--url", url, "--admin-key", adminKey],
          script,
        );
      await cli(...DEPLOY);
      return new Deployment(server, { cli, deployWith });
    } catch (error) {
      await server[Symbol.asyncDispose]();
      const said = error instanceof Error ? error.message : String(error);
      throw new Error(`${said}\nThe server: ${server.output}`);
    }
  }

  get url(): string {
    return this.#server.url;
  }

  /** Stops the server and starts it again with the same data and port. */
  async restart(): Promise<void> {
    await this.#server.stop();
    await this.#server.start();
  }

  query(name: string, args: Args = {}): Promise<unknown> {
    return this.#client.query(makeFunctionReference<"query">(name), args);
  }

  mutation(name: string, args: Args = {}): Promise<unknown> {
    return this.#client.mutation(makeFunctionReference<"mutation">(name), args);
  }

  action(name: string, args: Args = {}): Promise<unknown> {
    return this.#client.action(makeFunctionReference<"action">(name), args);
  }

  /** Calls an HTTP action of the app. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.#server.url}${path}`, init);
  }

  /**
   * Waits until a query returns `expected`.
   *
   * @throws AssertionError with the last result
   */
  becomes(name: string, args: Args, expected: unknown): Promise<void> {
    return this.eventually(name, args, (got) => deepStrictEqual(got, expected));
  }

  /**
   * Waits until `check` accepts the result of a query.
   *
   * @throws whatever `check` threw last
   */
  async eventually(
    name: string,
    args: Args,
    check: (result: unknown) => void,
  ): Promise<void> {
    const endsAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const result = await this.query(name, args);
      try {
        return check(result);
      } catch (error) {
        if (Date.now() > endsAt) throw error;
      }
      await sleep(POLL_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
