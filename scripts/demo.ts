/**
 * `npm run demo`: the whole app on a folder of its own, `.data-demo`, which the
 * first start fills with made-up people and synthesised music. `--reset` fills it anew.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseAppOptions } from "./appOptions.ts";
import { requireAddress } from "./backend.ts";
import { DemoData } from "./demo/demoData.ts";
import { fillDemo } from "./demo/fillDemo.ts";
import { signInTable } from "./demo/signInTable.ts";
import { runUntilStopped } from "./runUntilStopped.ts";
import { type RunningApp, startApp } from "./startApp.ts";
import { StartError } from "./startError.ts";

const ROOT = join(import.meta.dirname, "..");

const dataDir = resolve(
  process.env.DATA_DIR?.trim() || join(ROOT, ".data-demo"),
);
// Mail stays here, whatever server the shell names: the addresses are made up.
const environment = { ...process.env, SMTP_URL: "", DATA_DIR: dataDir };
const say = (line: string) => console.log(line);
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => stopping.abort());

await runUntilStopped(async () => {
  const wantsReset = readReset(process.argv.slice(2));
  // Before anything is removed: the folder may be that of a demo which runs.
  await requireAddress(parseAppOptions(environment, ROOT));
  const data = new DemoData(dataDir);
  const isFilled = !wantsReset && (await data.isFilled());
  if (!isFilled) await data.clear();
  const app = await startApp({ environment, say });
  if (!isFilled) await fill(app, data);
  console.log(`\n  Gully Cypher, the demo   ${app.url}\n`);
  console.log(signInTable());
  console.log("\n  Ctrl-C stops it; the data stays. Empty and fill it again:");
  console.log("  npm run demo -- --reset\n");
  return app;
});

/** @throws StartError for any other flag */
function readReset(args: string[]): boolean {
  try {
    const reset = { type: "boolean", default: false } as const;
    return parseArgs({ args, options: { reset } }).values.reset;
  } catch (error) {
    // What is wrong with the flags is in the message.
    throw new StartError((error as Error).message);
  }
}

async function fill(app: RunningApp, data: DemoData): Promise<void> {
  const startedAt = Date.now();
  const { url, inboxUrl } = app;
  if (inboxUrl === null) throw new Error("The demo has no inbox of its own.");
  say("Filling the demo: people, beats, verses, votes ...");
  await fillDemo({ url, inboxUrl, say, signal: stopping.signal });
  await data.markFilled();
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  say(`Filled in ${seconds} s.`);
}
