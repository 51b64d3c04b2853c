import {
  type ChildProcess,
  spawn,
  type StdioOptions,
} from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { writePrivateFile } from "gully-backend/private-files";
import { StartError } from "./startError.ts";
import { withoutProxy } from "./withoutProxy.ts";

/** A backend for the CLI to work on. */
export interface CliTarget {
  readonly url: string;
  readonly adminKey: string;
  readonly dataDir: string;
}

const targetFile = (dataDir: string) => join(dataDir, "cli.env");

/** Writes down how the CLI reaches a backend, in a file next to its data. */
export async function writeTarget(target: CliTarget): Promise<void> {
  await writePrivateFile(
    targetFile(target.dataDir),
    `CONVEX_SELF_HOSTED_URL=${target.url}\nCONVEX_SELF_HOSTED_ADMIN_KEY='${target.adminKey}'\n`,
  );
}

/**
 * Returns how the CLI reached the backend of this data when it last started;
 * null if it never did.
 */
export async function readTarget(
  dataDir: string,
): Promise<Omit<CliTarget, "dataDir"> | null> {
  const text = await readFile(targetFile(dataDir), "utf8").catch(() => "");
  const {
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
  } = parseEnv(text);
  return url !== undefined && adminKey !== undefined ? { url, adminKey } : null;
}

/**
 * Returns the CLI flags that select a backend. They point to the file that
 * `writeTarget` has written: `.env.local` may name another deployment, and
 * command-line arguments would expose the key.
 */
export const targetFlags = ({ dataDir }: CliTarget): readonly string[] => [
  "--env-file",
  targetFile(dataDir),
];

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
