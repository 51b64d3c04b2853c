import {
  type ChildProcess,
  spawn,
  type StdioOptions,
} from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { writePrivateFile } from "./privateFile.ts";
import { StartError } from "./startError.ts";

export interface CliTarget {
  readonly url: string;
  readonly adminKey: string;
  readonly dataDir: string;
}

/**
 * Names a backend to the official CLI by a file beside its data: the app's
 * `.env.local` may name another deployment, and arguments show the key.
 */
export async function targetFlags(target: CliTarget): Promise<string[]> {
  const file = join(target.dataDir, "cli.env");
  await writePrivateFile(
    file,
    `CONVEX_SELF_HOSTED_URL=${target.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${target.adminKey}'\n`,
  );
  return ["--env-file", file];
}

/** Starts the CLI, whatever deployment the shell names. */
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

/** Runs it to its end; its output is returned, and part of the error. */
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
    throw new StartError(`convex ${args[0] ?? ""} has failed:\n${output}`);
  }
  return output;
}

/** `CI` keeps the CLI from prompting and from reporting its failures elsewhere. */
function cliEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("CONVEX_"),
  );
  return { ...Object.fromEntries(inherited), CI: "1" };
}
