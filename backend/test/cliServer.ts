import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseOptions } from "../src/options.ts";
import { startServer } from "../src/server.ts";
import { CliApp, type CliResult, type Target } from "./cliApp.ts";

/** The fixture app beside a real server of its own, driven by the official CLI. */
export interface CliWorld extends AsyncDisposable {
  readonly app: CliApp;
  readonly target: Target;
  cli(...args: string[]): Promise<CliResult>;
  /** Deploys what the folder holds and expects that to succeed. */
  deploy(): Promise<CliResult>;
  /** `convex run` of a function that succeeds; its printed result. */
  run(name: string, args?: unknown): Promise<string>;
}

export async function makeCliWorld(): Promise<CliWorld> {
  const app = await CliApp.create();
  const dataDir = await mkdtemp(join(tmpdir(), "cli-data-"));
  const options = parseOptions([], {
    PORT: "0",
    DATA_DIR: dataDir,
    APP_ROOT: app.directory,
  });
  if (options === null) throw new Error("Not asked for help.");
  const server = await startServer(options, () => undefined);
  const target = {
    url: `http://127.0.0.1:${String(server.port)}`,
    adminKey: server.adminKey,
  };
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
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await app[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
