/** Starts the backend in this process and prepares its deployment. */
import {
  type RunningServer,
  type ServerHost,
  startServer,
} from "gully-backend";
import { isInWords, startFailure } from "gully-backend/options";
import { AdminClient } from "./adminClient.ts";
import { type AppOptions, isManagedVariable } from "./appOptions.ts";
import { type AuthKeys, loadAuthKeys } from "./authKeys.ts";
import { type CliTarget, writeTarget } from "./convexCli.ts";
import { tryPort } from "./freePort.ts";
import { StartError } from "./startError.ts";

type Variables = Readonly<Record<string, string>>;

/**
 * Checks that the server can listen on its address, before doing anything else.
 * @throws StartError if it cannot
 */
export async function requireAddress({
  backend,
}: Pick<AppOptions, "backend">): Promise<void> {
  try {
    await tryPort(backend.host, backend.port);
  } catch (error) {
    throw inWords(error, backend);
  }
  await requireLocalhost(backend);
}

/**
 * Refuses a port if another program, such as Vite, listens to it on [::1]
 * alone: browsers would open that program at http://localhost.
 */
async function requireLocalhost({
  host,
  port,
}: AppOptions["backend"]): Promise<void> {
  if (port === 0 || host !== "127.0.0.1") return;
  const error: unknown = await tryPort("::1", port).catch((e: unknown) => e);
  const isTaken =
    error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (isTaken) {
    throw new StartError(
      `Port ${port} is in use on [::1] by another program, which browsers would open at http://localhost:${port}. Stop it, or run PORT=8080 npm start.`,
    );
  }
}

/**
 * Starts the backend. Passes its warnings and errors to `say`.
 * @throws StartError if this machine or the data prevents the start
 */
export async function startBackend(
  { backend }: Pick<AppOptions, "backend">,
  say: (line: string) => void,
  host: ServerHost = {},
): Promise<RunningServer> {
  const log: Parameters<typeof startServer>[1] = (level, message) => {
    if (level === "error" || level === "warn") say(message);
  };
  try {
    return await startServer(backend, log, host);
  } catch (error) {
    throw inWords(error, backend);
  }
}

/**
 * Sets the auth keys, texts, limits and the given variables on the deployment.
 * Returns how the CLI reaches it.
 */
export async function prepareDeployment(
  options: Pick<AppOptions, "backend" | "functionEnvironment">,
  server: RunningServer,
  variables: Variables,
): Promise<CliTarget> {
  const { dataDir, host } = options.backend;
  const target: CliTarget = {
    url: localUrl(host, server.port),
    adminKey: server.adminKey,
    dataDir,
  };
  await setEnvironment(new AdminClient(target), {
    ...(await loadKeys(options.backend)),
    ...options.functionEnvironment,
    ...variables,
  });
  await writeTarget(target);
  return target;
}

async function loadKeys(backend: AppOptions["backend"]): Promise<AuthKeys> {
  try {
    return await loadAuthKeys(backend.dataDir);
  } catch (error) {
    throw inWords(error, backend);
  }
}

/** Returns the URL at which this machine reaches its own server. */
export function localUrl(host: string, port: number): string {
  const isEverywhere = ["0.0.0.0", "::", "localhost"].includes(host);
  const address = isEverywhere ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/**
 * Writes the variables that differ and removes outdated ones. Leaves variables
 * that were set by hand.
 */
async function setEnvironment(
  client: AdminClient,
  wanted: Variables,
): Promise<void> {
  const current = await client.environment();
  const outdated = [...current.keys()].filter(
    (name) => isManagedVariable(name) && !(name in wanted),
  );
  const changes = [
    ...outdated.map((name) => ({ name, value: null })),
    ...Object.entries(wanted)
      .filter(([name, value]) => current.get(name) !== value)
      .map(([name, value]) => ({ name, value })),
  ];
  if (changes.length > 0) await client.setEnvironment(changes);
}

/**
 * Turns an expected start failure into a StartError; returns other errors as
 * they are.
 */
function inWords(error: unknown, options: AppOptions["backend"]): unknown {
  const failure = startFailure(error, options);
  return isInWords(failure)
    ? new StartError(failure.message, { cause: error })
    : failure;
}
