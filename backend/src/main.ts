#!/usr/bin/env node
/**
 * Command line entry point: `gully-backend --help`, or `node
 * backend/src/main.ts --help`.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { helpText, type Options, parseOptions } from "./server/options.ts";
import { createLog, type Log } from "./log/log.ts";
import { compileCache } from "./process/compileCache.ts";
import { killProcess } from "./process/killProcess.ts";
import { runUntilStopped } from "./process/runUntilStopped.ts";
import { supervise } from "./process/supervise.ts";
import { isInWords } from "./server/startFailure.ts";

const KILL_AFTER_STOP_MS = 5_000;

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options === null) {
    console.log(helpText());
    return;
  }
  const log = createLog(options.logLevel, (line) => {
    process.stderr.write(line);
  });
  if (options.isSupervised) await runSupervisor(options, log);
  else await runServer(options, log);
}

async function runSupervisor(options: Options, log: Log): Promise<void> {
  const flags = process.argv.slice(2);
  process.exitCode = await supervise({
    command: [fileURLToPath(import.meta.url), ...flags, "--supervise", "false"],
    env: compileCache(options.dataDir),
    stopLimitMs: options.shutdownTimeoutMs + KILL_AFTER_STOP_MS,
    say: (line) => log("error", line),
  });
}

async function runServer(options: Options, log: Log): Promise<void> {
  // Imported here so that the supervisor does not load the server.
  const { startServer } = await import("./server/server.ts");
  const onStuck = (message: string): void => {
    log("error", `${message} This process ends at once.`);
    killProcess();
  };
  const start = async () => {
    const server = await startServer(options, log, { onStuck });
    console.log(`Ready on ${server.url}`);
    console.log(howToConnect(server.url, options));
    const stop = async (): Promise<void> => {
      log("info", "Stopping once pending requests are answered.");
      await server.close();
    };
    return { stop };
  };
  const say = (line: string) => log("error", line);
  const { shutdownTimeoutMs: stopLimitMs } = options;
  await runUntilStopped(start, { stopLimitMs, say, explain });
}

/**
 * Prints a command that reads the key, so that the key itself stays out of
 * logs.
 */
function howToConnect(url: string, { dataDir }: Options): string {
  return [
    "In the folder of a Convex app:",
    `  export CONVEX_SELF_HOSTED_URL=${url}`,
    `  export CONVEX_SELF_HOSTED_ADMIN_KEY="$(cat ${join(dataDir, "admin_key")})"`,
    "  npx convex dev",
  ].join("\n");
}

function explain(error: unknown): string | null {
  return isInWords(error) ? error.message : null;
}

main().catch((error: unknown) => {
  console.error(explain(error) ?? error);
  process.exit(1);
});
