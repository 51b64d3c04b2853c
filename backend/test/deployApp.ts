import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "node_modules/convex/bin/main.js");

interface Target {
  readonly url: string;
  readonly adminKey: string;
  /** Where the CLI keeps what it remembers. */
  readonly home: string;
}

/** Pushes an app by the official CLI, without codegen and type check. */
export async function deployApp(
  appDir: string,
  { url, adminKey, home }: Target,
): Promise<void> {
  const flags = ["--codegen", "disable", "--typecheck", "disable"];
  await promisify(execFile)(process.execPath, [cli, "deploy", ...flags], {
    cwd: appDir,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CI: "1",
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    },
  });
}
