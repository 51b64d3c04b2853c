import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../..");
const newest = join(root, "node_modules/convex/bin/main.js");

interface Target {
  readonly url: string;
  readonly adminKey: string;
  /** Home directory in which the CLI stores its settings. */
  readonly home: string;
}

/**
 * Runs the official CLI in the folder of an app.
 *
 * @throws Error with all output of the CLI if it fails
 */
export async function runConvexCli(
  appDir: string,
  { url, adminKey, home }: Target,
  args: readonly string[],
  script = newest,
): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CI: "1",
    CONVEX_SELF_HOSTED_URL: url,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
  };
  try {
    const options = { cwd: appDir, env };
    await promisify(execFile)(process.execPath, [script, ...args], options);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as Partial<
      Record<"stdout" | "stderr", string>
    >; // execFile adds both to its errors
    throw new Error(`convex ${args.join(" ")}: ${stdout}${stderr}`.trim(), {
      cause: error,
    });
  }
}
