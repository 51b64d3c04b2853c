/**
 * `npm run demo`: runs the whole app on a separate data folder, `.data-demo`.
 * The first start fills it with fictional people and synthesised music.
 * `--reset` empties and refills it.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseAppOptions } from "../../launcher/appOptions.ts";
import { requireAddress } from "../../launcher/backend.ts";
import { ROLE_LABELS, ROLES } from "../../convex/shared/roles.ts";
import { ARTISTS, DEMO_PASSWORD, LISTENERS, MODERATOR } from "./cast.ts";
import { DemoData } from "./demoData.ts";
import { RUNG } from "./fillBell.ts";
import { fillDemo } from "./fillDemo.ts";
import { runUntilStopped } from "../../launcher/runUntilStopped.ts";
import {
  endStuckProcess,
  type RunningApp,
  startApp,
} from "../../launcher/startApp.ts";
import { StartError } from "../../launcher/startError.ts";

const ROOT = join(import.meta.dirname, "../..");

const dataDir = resolve(
  process.env.DATA_DIR?.trim() || join(ROOT, ".data-demo"),
);
// Everyone in the demo is new, and votes on everything within a minute. Keep mail
// local even if the shell names a mail server: the addresses are fictional.
const environment = {
  LIMIT_PUBLISH_PER_YOUNG_ACCOUNT: "off",
  LIMIT_VOTE_PER_YOUNG_ACCOUNT: "off",
  ...process.env,
  SMTP_URL: "",
  DATA_DIR: dataDir,
};
const say = (line: string) => console.log(line);
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stopping.abort());

await runUntilStopped(async () => {
  const wantsReset = readReset(process.argv.slice(2));
  // Check this before removing anything: the folder may belong to a running
  // demo.
  await requireAddress(parseAppOptions(environment, ROOT));
  const data = new DemoData(dataDir);
  const isFilled = !wantsReset && (await data.isFilled());
  if (!isFilled) await data.clear();
  const onStuck = endStuckProcess;
  const app = await startApp({ environment, say, onStuck });
  if (!isFilled) await fill(app, data);
  console.log(`\n  Gully Cypher, the demo   ${app.url}\n`);
  console.log(signInTable());
  console.log(`\n  ${RUNG.email} has a full bell.`);
  for (const warning of app.warnings) console.error(`\n${warning}`);
  console.log(
    "\n  Press Ctrl-C to stop. Your data stays. To empty and refill it:",
  );
  console.log("  npm run demo -- --reset\n");
  return app;
});

/**
 * Returns whether `--reset` was given.
 * @throws StartError for any other flag
 */
function readReset(args: string[]): boolean {
  try {
    const reset = { type: "boolean", default: false } as const;
    return parseArgs({ args, options: { reset } }).values.reset;
  } catch (error) {
    // The message says what is wrong with the flags.
    throw new StartError((error as Error).message);
  }
}

async function fill(app: RunningApp, data: DemoData): Promise<void> {
  const startedAt = Date.now();
  const { url, inboxUrl, adminKey } = app;
  if (inboxUrl === null) throw new Error("The demo has no local inbox.");
  say("Filling the demo: people, beats, verses, votes ...");
  await fillDemo({ url, inboxUrl, adminKey, say, signal: stopping.signal });
  await data.markFilled();
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  say(`Filled in ${seconds} s.`);
}

/**
 * Returns a text table of one person of each role and how to sign in as them.
 */
function signInTable(): string {
  const people = [...ARTISTS, ...LISTENERS];
  const rows = ROLES.map((role) => {
    const person = people.find((one) => one.role === role);
    return [ROLE_LABELS[role], person?.email ?? "", DEMO_PASSWORD];
  });
  rows.push(["Moderator", MODERATOR.email, DEMO_PASSWORD]);
  return layOut([["Role", "E-mail", "Password"], ...rows]);
}

function layOut(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("   "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}
