import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const CLI = join(ROOT, "node_modules/convex/bin/main.js");

interface Target {
  readonly url: string;
  readonly adminKey: string;
  /** Home directory in which the CLI stores its settings. */
  readonly home: string;
}

/** Pushes an app with the official CLI, without codegen and type checks. */
export async function deployApp(
  appDir: string,
  { url, adminKey, home }: Target,
): Promise<void> {
  const flags = ["--codegen", "disable", "--typecheck", "disable"];
  await promisify(execFile)(process.execPath, [CLI, "deploy", ...flags], {
    cwd: appDir,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: home,
      CI: "1",
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    },
  });
}
