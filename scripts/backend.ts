/** Starts the backend inside of this process and gives its deployment what it needs. */
import { type RunningServer, startServer } from "../backend/src/server.ts";
import { AdminClient } from "./adminClient.ts";
import { type AppOptions, isManagedVariable } from "./appOptions.ts";
import { loadAuthKeys } from "./authKeys.ts";
import type { CliTarget } from "./convexCli.ts";
import { tryPort } from "./freePort.ts";
import { StartError } from "./startError.ts";

type Variables = Readonly<Record<string, string>>;

/** @throws StartError when the address cannot be had, before anything is done */
export async function requireAddress({
  backend,
}: Pick<AppOptions, "backend">): Promise<void> {
  try {
    await tryPort(backend.host, backend.port);
  } catch (error) {
    throw describeListenError(error, backend);
  }
}

/** @throws StartError when the address cannot be had */
export async function startBackend(
  { backend }: Pick<AppOptions, "backend">,
  say: (line: string) => void,
): Promise<RunningServer> {
  try {
    return await startServer(backend, (level, message) => {
      if (level === "error" || level === "warn") say(message);
    });
  } catch (error) {
    throw describeListenError(error, backend);
  }
}

/** Sets keys, texts, limits and the given variables; returns how the CLI reaches it. */
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
    ...(await loadAuthKeys(dataDir)),
    ...options.functionEnvironment,
    ...variables,
  });
  return target;
}

/** How this machine reaches its own server. */
export function localUrl(host: string, port: number): string {
  const isEverywhere = ["0.0.0.0", "::", "localhost"].includes(host);
  const address = isEverywhere ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Writes what differs; variables set by hand are left alone. */
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

function describeListenError(
  error: unknown,
  { host, port }: AppOptions["backend"],
): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is in use on ${host}. Stop what uses it, or choose another, such as PORT=${port + 1}.`,
    );
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL") {
    return new StartError(
      `Cannot listen on ${host}, port ${port} (${code}). Set HOST and PORT to an address of this machine.`,
    );
  }
  return error;
}
