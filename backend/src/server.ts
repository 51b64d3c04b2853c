/**
 * Puts the parts together. The port is taken first, because its number is part
 * of the addresses functions are given; requests wait until all is up.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { loadAdminKey } from "./auth/adminKey.ts";
import { TokenVerifier } from "./auth/tokenVerifier.ts";
import { DiskFileStore } from "./files/diskFileStore.ts";
import { StorageRoutes } from "./files/storageRoutes.ts";
import type { FunctionRuntime } from "./functions/contract.ts";
import { createRuntime } from "./functions/createRuntime.ts";
import { AdminRoutes } from "./http/adminRoutes.ts";
import { clientAddress } from "./http/clientAddress.ts";
import { FunctionRoutes } from "./http/functionRoutes.ts";
import { HttpActionRoutes } from "./http/httpActionRoutes.ts";
import { Metrics } from "./http/metrics.ts";
import { RequestHandler } from "./http/requestHandler.ts";
import { StaticSite } from "./http/staticSite.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import type { PushOptions } from "./push/pushOptions.ts";
import { createPushRoutes, refreshAuthProviders } from "./push/pushRoutes.ts";
import { SyncServer } from "./sync/syncServer.ts";
import { createTransferRoutes } from "./transfer/transferRoutes.ts";

export interface RunningServer {
  /** Where clients reach the API. */
  readonly url: string;
  /** The one taken, when a free one was asked for. */
  readonly port: number;
  readonly siteUrl: string;
  readonly adminKey: string;
  /** Answers what has been asked, flushes, closes. */
  close(): Promise<void>;
}

const version = "embedded-0.1.0";
const instanceName = "embedded";

const mebibyte = 1024 * 1024;
/** Arguments may have 16 MiB; the rest is the envelope. */
const maxMessageBytes = 17 * mebibyte;
const maxHttpActionBodyBytes = 20 * mebibyte;
const maxPushBytes = 256 * mebibyte;

export async function startServer(
  options: Options,
  log: Log,
): Promise<RunningServer> {
  const adminKey = await loadAdminKey(options.dataDir);
  const server = createHttpServer(options);
  const ready = Promise.withResolvers<Front>();
  serve(server, ready.promise);
  const port = await listen(server, options);
  try {
    const { running, front } = await startParts(options, {
      server,
      port,
      adminKey,
      log,
    });
    ready.resolve(front);
    return running;
  } catch (error) {
    ready.reject(error);
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

/** What answers on the port. */
interface Front {
  readonly handler: RequestHandler;
  readonly sync: SyncServer;
}

/** Who comes before the parts are up waits for them. */
function serve(server: Server, front: Promise<Front>): void {
  server.on("request", (request, response) => {
    void front.then(
      ({ handler }) => handler.handle(request, response),
      () => response.destroy(),
    );
  });
  server.on("upgrade", (request, socket, head) => {
    // From here on nobody else listens for errors of this socket.
    socket.on("error", () => socket.destroy());
    void front.then(
      ({ sync }) => sync.upgrade(request, socket, head),
      () => socket.destroy(),
    );
  });
}

interface Ground {
  readonly server: Server;
  readonly port: number;
  readonly adminKey: string;
  readonly log: Log;
}

async function startParts(
  options: Options,
  { server, port, adminKey, log }: Ground,
): Promise<{ running: RunningServer; front: Front }> {
  const url = options.cloudOrigin ?? defaultOrigin(options.host, port);
  const siteUrl = options.siteOrigin ?? url;
  const files = new DiskFileStore(join(options.dataDir, "storage"));
  const present = await files.prepare();
  const pushOptions: PushOptions = {
    dataDir: options.dataDir,
    appRoot: options.appRoot,
    cloudUrl: url,
    siteUrl,
  };
  const runtime = await createRuntime(
    { ...options, ...pushOptions, log },
    files,
  );
  if (options.logLevel === "debug") logExecutions(runtime, log);
  await files.sweep(present, await runtime.fileUuids());

  const logError = (message: string) => log("error", message);
  const tokens = new TokenVerifier(runtime, { adminKey, siteUrl });
  const addressOf = (request: IncomingMessage) =>
    clientAddress(request, options.isProxyTrusted);
  const sync = new SyncServer({
    runtime,
    tokens,
    limits: syncLimits(options),
    allowedOrigins: new Set([...options.allowedOrigins, url, siteUrl]),
    addressOf,
    log: logError,
  });
  const handler = new RequestHandler({
    functions: new FunctionRoutes(runtime, { maxBodyBytes: maxMessageBytes }),
    admin: new AdminRoutes(
      createPushRoutes(runtime, pushOptions),
      await createTransferRoutes(runtime, files, {
        dataDir: options.dataDir,
        log: logError,
      }),
      tokens,
      { maxBodyBytes: maxPushBytes },
    ),
    storage: new StorageRoutes(runtime, files, options),
    httpActions: new HttpActionRoutes(runtime, {
      siteUrl,
      maxBodyBytes: maxHttpActionBodyBytes,
    }),
    site:
      options.staticDir === null
        ? null
        : new StaticSite(options.staticDir, { apiOrigin: url }),
    metrics: createMetrics(runtime, sync),
    tokens,
    addressOf,
    version,
    instanceName,
    log: logError,
  });
  await refreshAuthProviders(runtime, pushOptions).catch((error: unknown) =>
    log("warn", "The auth providers could not be read again.", {
      reason: String(error),
    }),
  );

  const close = () => closeAll(server, sync, runtime);
  return {
    running: { url, siteUrl, port, adminKey, close },
    front: { handler, sync },
  };
}

/** Slow or silent clients are cut off; what is open is bounded. */
function createHttpServer({ maxSessions, requestTimeoutMs }: Options): Server {
  const server = createServer({
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    // A large file over a slow phone line takes minutes.
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
  });
  server.maxConnections = maxSessions + 1_000;
  return server;
}

function listen(server: Server, { host, port }: Options): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A TCP server has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function defaultOrigin(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const isLocal = isEverywhere || host === "::1" || host.startsWith("127.");
  return `http://${isLocal ? "localhost" : host}:${port}`;
}

function syncLimits(options: Options) {
  return {
    maxMessageBytes,
    maxSessions: options.maxSessions,
    maxSessionsPerAddress: options.maxSessionsPerAddress,
    maxQueries: options.maxQueriesPerSession,
    maxPendingRequests: 1_000,
    maxPendingBytes: 2 * maxMessageBytes,
    softBufferBytes: mebibyte,
    hardBufferBytes: 64 * mebibyte,
    expiredGraceMs: 10_000,
  };
}

function createMetrics(runtime: FunctionRuntime, sync: SyncServer): Metrics {
  const metrics = new Metrics({
    sync_sessions: () => sync.sessionCount,
    live_queries: () => sync.liveQueryCount,
  });
  runtime.onExecution((execution) => metrics.record(execution));
  return metrics;
}

function logExecutions(runtime: FunctionRuntime, log: Log): void {
  runtime.onExecution(({ path, udfType, durationMs, requestId, error }) =>
    log("debug", "A function ran.", {
      path,
      udfType,
      durationMs,
      requestId,
      error,
    }),
  );
}

/** First nothing new comes in, then what runs is answered, then the data is closed. */
async function closeAll(
  server: Server,
  sync: SyncServer,
  runtime: FunctionRuntime,
): Promise<void> {
  const stopped = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await sync.close();
  const grace = setTimeout(() => server.closeAllConnections(), 2_000);
  await stopped;
  clearTimeout(grace);
  await runtime.close();
}
