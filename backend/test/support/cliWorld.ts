import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliApp, type CliResult, type Target } from "./cliApp.ts";
import { spawnServer } from "./spawnServer.ts";

/** The fixture app with its own real server, driven by the official CLI. */
export interface CliWorld extends AsyncDisposable {
  readonly app: CliApp;
  readonly target: Target;
  cli(...args: string[]): Promise<CliResult>;
  /** Deploys the app's folder. Throws if that fails. */
  deploy(): Promise<CliResult>;
  /**
   * Runs `convex run` and returns the printed result. Throws if the function
   * fails.
   */
  run(name: string, args?: unknown): Promise<string>;
  /**
   * Calls a function of any kind as an administrator and returns its result.
   * Costs a tenth of `run`, which starts the CLI.
   */
  call(name: string, args?: unknown): Promise<unknown>;
}

/** Starts a server and creates the fixture app. Nothing is deployed yet. */
export async function makeCliWorld(): Promise<CliWorld> {
  const app = await CliApp.create();
  const dataDir = await mkdtemp(join(tmpdir(), "cli-data-"));
  const server = spawnServer({ dataDir, appRoot: app.directory });
  const target = await server.ready;
  const cli = (...args: string[]) => app.run(args, target);
  const succeed = async (...args: string[]) => {
    const result = await cli(...args);
    if (result.code !== 0) {
      throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
    }
    return result;
  };
  return {
    app,
    target,
    cli,
    deploy: () => succeed("deploy", "--typecheck=disable", "--codegen=disable"),
    run: async (name, args = {}) =>
      (await succeed("run", name, JSON.stringify(args))).stdout.trim(),
    call: (name, args = {}) => callFunction(target, name, args),
    [Symbol.asyncDispose]: async () => {
      await server.end("SIGTERM");
      await app[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function callFunction(
  { url, adminKey }: Target,
  path: string,
  args: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const answer = (await response.json()) as { value?: unknown }; // the format of the HTTP API
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.value;
}
