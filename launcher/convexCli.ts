import {
  type ChildProcess,
  spawn,
  type StdioOptions,
} from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { writePrivateFile } from "gully-backend/private-files";
import { StartError } from "./startError.ts";
import { withoutProxy } from "./withoutProxy.ts";

/** A backend for the CLI to work on. */
export interface CliTarget {
  readonly url: string;
  readonly adminKey: string;
  readonly dataDir: string;
}

/**
 * Returns the CLI flags that select a backend. They point to a file next to its
 * data: `.env.local` may name another deployment, and command-line arguments
 * would expose the key.
 */
export async function targetFlags(target: CliTarget): Promise<string[]> {
  const file = join(target.dataDir, "cli.env");
  await writePrivateFile(
    file,
    `CONVEX_SELF_HOSTED_URL=${target.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${target.adminKey}'\n`,
  );
  return ["--env-file", file];
}

/** Starts the CLI, ignoring any deployment that the shell's variables name. */
export function spawnCli(
  root: string,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const script = join(root, "node_modules/convex/bin/main.js");
  return spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio,
    env: cliEnvironment(),
  });
}

/**
 * Runs the CLI to completion and returns its output.
 * @throws StartError with the output if it fails
 */
export async function runCli(
  root: string,
  args: readonly string[],
): Promise<string> {
  const child = spawnCli(root, args, ["ignore", "pipe", "pipe"]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    throw new StartError(`convex ${args[0] ?? ""} failed:\n${output}`);
  }
  return output;
}

/**
 * Drops the shell's Convex variables. `CI` stops the CLI from prompting and
 * from reporting its failures to Convex.
 */
function cliEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("CONVEX_"),
  );
  return {
    ...Object.fromEntries(inherited),
    ...withoutProxy(process.env),
    CI: "1",
  };
}
