/**
 * `npm run dev`: runs the backend, `convex dev`, which pushes every change of
 * `convex/`, and Vite with hot reload in front of both at one address.
 */
import { once } from "node:events";
import { join } from "node:path";
import { createServer } from "vite";
import { type AppOptions, parseAppOptions } from "../../launcher/appOptions.ts";
import {
  localUrl,
  prepareDeployment,
  requireAddress,
  startBackend,
} from "../../launcher/backend.ts";
import { spawnCli, targetFlags } from "../../launcher/convexCli.ts";
import { chosenInEnvFile, nameInEnvFile } from "../../launcher/localEnvFile.ts";
import { startMailCatcher } from "../../launcher/mailCatcher.ts";
import { runUntilStopped } from "../../launcher/runUntilStopped.ts";
import { endStuckProcess } from "../../launcher/startApp.ts";
import { StartError } from "../../launcher/startError.ts";

type Stop = () => Promise<void>;

const ROOT = join(import.meta.dirname, "../..");
const say = (line: string) => console.log(line);

/** Addresses that the backend answers, with files, functions and public pages. */
const ON_BACKEND = [
  "/api/",
  "/.well-known/",
  "/listen/",
  "/sitemap.xml",
  "/sitemaps/",
  "/robots.txt",
  "/unsubscribe/",
];

await runUntilStopped(async () => {
  const options = parseAppOptions(
    { PRODUCTION: "false", ...process.env },
    ROOT,
  );
  const started: Stop[] = [];
  const stop = async () => {
    for (const stopPart of started.toReversed()) await stopPart();
  };
  try {
    await startParts(options, started);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
});

async function startParts(options: AppOptions, started: Stop[]): Promise<void> {
  const { dataDir, host, port } = options.backend;
  const siteUrl = options.siteUrl ?? `http://localhost:${port}`;
  await requireAddress(options);
  await requireEnvFile();
  const catcher =
    options.smtpUrl === null
      ? await startMailCatcher(dataDir, options.mailPorts, say)
      : null;
  if (catcher) started.push(() => catcher.stop());

  // Browsers reach the backend through Vite, so it uses Vite's address.
  const backend = { ...options.backend, port: 0, cloudOrigin: siteUrl };
  const server = await startBackend({ backend }, say, {
    onStuck: endStuckProcess,
  });
  started.push(() => server.close());
  const target = await prepareDeployment({ ...options, backend }, server, {
    SITE_URL: siteUrl,
    SMTP_URL: options.smtpUrl ?? catcher?.smtpUrl ?? "",
  });

  // Do this before starting Vite, which restarts when the file changes.
  const { warning, remove } = await nameInEnvFile(ROOT, target);
  started.push(remove);
  const vite = await startVite(host, port, localUrl(host, server.port));
  started.push(() => vite.close());
  const args = ["dev", ...targetFlags(target)];
  const cli = spawnCli(ROOT, args, "inherit");
  const ended = once(cli, "exit");
  started.push(async () => {
    cli.kill("SIGTERM");
    await ended;
  });
  say(`\n  Gully Cypher   ${siteUrl}`);
  if (catcher) say(`  Mail inbox     ${catcher.inboxUrl}\n`);
  if (warning !== null) say(`  ${warning}\n`);
}

/** @throws StartError if `convex dev` would remove a line from `.env.local` */
async function requireEnvFile(): Promise<void> {
  const chosen = await chosenInEnvFile(ROOT);
  if (chosen === null) return;
  throw new StartError(
    `.env.local names the deployment ${chosen}, and \`convex dev\` would remove that line.\nTo work on ${chosen}: npx convex dev, and in a second terminal npx vite.\nTo work on the embedded backend: remove CONVEX_DEPLOYMENT from .env.local first.`,
  );
}

async function startVite(host: string, port: number, backendUrl: string) {
  // Pages talk to their own origin. This overrides what `convex dev` writes to
  // .env.local.
  process.env.VITE_CONVEX_URL = "";
  process.env.VITE_CONVEX_SITE_URL = "";
  const toBackend = { target: backendUrl, ws: true };
  const vite = await createServer({
    root: ROOT,
    server: {
      host,
      port,
      strictPort: true,
      proxy: Object.fromEntries(ON_BACKEND.map((path) => [path, toBackend])),
    },
  });
  return await vite.listen();
}
