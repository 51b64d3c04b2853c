#!/usr/bin/env node
/** Command line entry: `gully-backend --help`, or `node backend/src/main.ts --help`. */
import { join } from "node:path";
import {
  helpText,
  OptionsError,
  type Options,
  parseOptions,
} from "./options.ts";
import { createLog } from "./log.ts";
import { startServer } from "./server.ts";

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options === null) {
    console.log(helpText());
    return;
  }
  const log = createLog(options.logLevel, (line) => {
    process.stderr.write(line);
  });
  const server = await startServer(options, log);
  console.log(`Ready on ${server.url}`);
  console.log(howToConnect(server.url, options));

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log("info", "Stopping: what has been asked is answered first.");
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** The key itself stays out of logs. */
function howToConnect(url: string, { dataDir }: Options): string {
  return [
    "In the folder of a Convex app:",
    `  export CONVEX_SELF_HOSTED_URL=${url}`,
    `  export CONVEX_SELF_HOSTED_ADMIN_KEY="$(cat ${join(dataDir, "admin_key")})"`,
    "  npx convex dev",
  ].join("\n");
}

function fail(error: unknown): never {
  const isExpected =
    error instanceof OptionsError ||
    (error instanceof Error && "code" in error && error.code === "EADDRINUSE");
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

main().catch(fail);
