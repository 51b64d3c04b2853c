/**
 * `npm run dev`: the backend, `convex dev` pushing every change of `convex/`,
 * and Vite with hot reload in front of both on one address.
 */
import { once } from "node:events";
import { join } from "node:path";
import { createServer } from "vite";
import { type AppOptions, parseAppOptions } from "./appOptions.ts";
import {
  localUrl,
  prepareDeployment,
  requireAddress,
  startBackend,
} from "./backend.ts";
import { spawnCli, targetFlags } from "./convexCli.ts";
import { startMailCatcher } from "./mailCatcher.ts";
import { runUntilStopped } from "./runUntilStopped.ts";

type Stop = () => Promise<void>;

const root = join(import.meta.dirname, "..");
const say = (line: string) => console.log(line);

await runUntilStopped(async () => {
  const options = parseAppOptions(
    { PRODUCTION: "false", ...process.env },
    root,
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
  const catcher =
    options.smtpUrl === null
      ? await startMailCatcher(dataDir, options.mailPorts, say)
      : null;
  if (catcher) started.push(() => catcher.stop());

  // Pages and files come through Vite, so its address is the backend's too.
  const backend = { ...options.backend, port: 0, cloudOrigin: siteUrl };
  const server = await startBackend({ backend }, say);
  started.push(() => server.close());
  const target = await prepareDeployment({ ...options, backend }, server, {
    SITE_URL: siteUrl,
    SMTP_URL: options.smtpUrl ?? catcher?.smtpUrl ?? "",
  });

  const vite = await startVite(host, port, localUrl(host, server.port));
  started.push(() => vite.close());
  const args = ["dev", ...(await targetFlags(target))];
  const cli = spawnCli(root, args, "inherit");
  const ended = once(cli, "exit");
  started.push(async () => {
    cli.kill("SIGTERM");
    await ended;
  });
  say(`\n  Gully Cypher   ${siteUrl}`);
  if (catcher) say(`  Mail inbox     ${catcher.inboxUrl}\n`);
}

async function startVite(host: string, port: number, backendUrl: string) {
  // Pages talk to their own origin; this wins over the .env.local of `convex dev`.
  process.env.VITE_CONVEX_URL = "";
  const toBackend = { target: backendUrl, ws: true };
  const vite = await createServer({
    root,
    server: {
      host,
      port,
      strictPort: true,
      proxy: { "/api/": toBackend, "/.well-known/": toBackend },
    },
  });
  return await vite.listen();
}
