/**
 * `npm start`: runs the whole app until Ctrl-C. A parent process restarts it if
 * it ends unexpectedly.
 */
import { join } from "node:path";
import { compileCache, supervise } from "gully-backend/process";
import { type AppOptions, parseAppOptions } from "./appOptions.ts";
import { nameInEnvFile } from "./localEnvFile.ts";
import { explain, runUntilStopped } from "./runUntilStopped.ts";
import { endStuckProcess, startApp } from "./startApp.ts";
import { withoutProxy } from "./withoutProxy.ts";

const ROOT = join(import.meta.dirname, "..");
const KILL_AFTER_STOP_MS = 5_000;

async function main(): Promise<void> {
  const { backend } = parseAppOptions(process.env, ROOT);
  if (backend.isSupervised) await runSupervisor(backend);
  else await runUntilStopped(start, backend.shutdownTimeoutMs);
}

async function runSupervisor({
  dataDir,
  shutdownTimeoutMs,
}: AppOptions["backend"]): Promise<void> {
  process.exitCode = await supervise({
    command: [import.meta.filename],
    // Node reads the proxy variables when it starts.
    env: {
      ...{ SUPERVISE: "false", ...compileCache(dataDir) },
      ...withoutProxy(process.env),
    },
    stopLimitMs: shutdownTimeoutMs + KILL_AFTER_STOP_MS,
    say: (line) => console.error(line),
  });
}

async function start() {
  const say = (line: string) => console.log(line);
  const app = await startApp({ say, onStuck: endStuckProcess });
  const { warning, remove } = await nameInEnvFile(ROOT, {
    url: app.localUrl,
    adminKey: app.adminKey,
  });
  console.log(`\n  Gully Cypher   ${app.url}`);
  if (app.inboxUrl !== null) console.log(`  Mail inbox     ${app.inboxUrl}`);
  for (const text of app.warnings) console.error(`\n${text}`);
  if (warning !== null) console.log(`\n  ${warning}`);
  console.log("\n  Press Ctrl-C to stop. Your data stays.\n");
  const stop = async () => {
    await remove();
    await app.stop();
  };
  return { stop };
}

main().catch((error: unknown) => {
  console.error(explain(error) ?? error);
  process.exit(1);
});
