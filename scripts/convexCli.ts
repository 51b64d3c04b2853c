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
  /** Where the file with these two is put: not into the app's own `.env.local`. */
  readonly dataDir: string;
}

/** Starts the official CLI against a backend, whatever deployment the shell names. */
export async function spawnCli(
  root: string,
  args: readonly string[],
  target: CliTarget,
  stdio: StdioOptions,
): Promise<ChildProcess> {
  const envFile = join(target.dataDir, "cli.env");
  await writePrivateFile(
    envFile,
    `CONVEX_SELF_HOSTED_URL=${target.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${target.adminKey}'\n`,
  );
  const script = join(root, "node_modules/convex/bin/main.js");
  return spawn(process.execPath, [script, ...args, "--env-file", envFile], {
    cwd: root,
    stdio,
    env: cliEnvironment(),
  });
}

/** Runs it to its end; its output is returned, and part of the error. */
export async function runCli(
  root: string,
  args: readonly string[],
  target: CliTarget,
): Promise<string> {
  const child = await spawnCli(root, args, target, ["ignore", "pipe", "pipe"]);
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
