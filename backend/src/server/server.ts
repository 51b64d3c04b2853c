/**
 * Assembles the server from its parts. It listens before anything else, because
 * functions see addresses that contain the port number. Requests that arrive
 * during start-up wait until it has finished.
 */
import type { IncomingMessage, Server } from "node:http";
import { join } from "node:path";
import { Admission } from "../admission/admission.ts";
import { loadAdminKey } from "../auth/adminKey.ts";
import { TokenVerifier } from "../auth/tokenVerifier.ts";
import { openDataDirectory } from "../files/dataDirectory.ts";
import {
  DiskFileStore,
  FILES_FOLDER,
  type OrphansAside,
} from "../files/diskFileStore.ts";
import { FileHost } from "../routes/fileHost.ts";
import { StorageRoutes } from "../routes/storageRoutes.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { createRuntime } from "../runtime/main/createRuntime.ts";
import { restHeap } from "../runtime/worker/heapAtRest.ts";
import { AdminRoutes } from "../routes/adminRoutes.ts";
import { BodyIntake } from "../http/bodyIntake.ts";
import { clientAddress } from "../http/clientAddress.ts";
import { FunctionRoutes } from "../routes/functionRoutes.ts";
import { HttpActionRoutes } from "../routes/httpActionRoutes.ts";
import { Health } from "../routes/health.ts";
import { RequestHandler } from "../routes/requestHandler.ts";
import { StaticSite } from "../routes/staticSite.ts";
import { createHttpServer, type Front, listen, serve } from "./httpServer.ts";
import type { Log } from "../log/log.ts";
import { defaultOrigin, type Options } from "./options.ts";
import {
  admissionLimits,
  maxHttpActionBodyBytes,
  maxPushBytes,
  syncLimits,
} from "./serverLimits.ts";
import { createServerMetrics } from "./serverMetrics.ts";
import type { PushOptions } from "../push/pushOptions.ts";
import { createCliRoutes } from "../admin/cliRoutes.ts";
import { logExecutions } from "./logExecutions.ts";
import { refreshAuthProviders } from "../push/refreshAuthProviders.ts";
import { workerUrl } from "../runtime/worker/workerUrl.ts";
import { startFailure } from "./startFailure.ts";
import { SyncServer } from "../sync/syncServer.ts";
import {
  createTransferRoutes,
  type TransferSide,
} from "../transfer/transferRoutes.ts";

/** A started server. */
export interface RunningServer {
  /** Address at which clients reach the API. */
  readonly url: string;
  /** The port in use, even if the options asked for a free one. */
  readonly port: number;
  /** Address of HTTP actions. */
  readonly siteUrl: string;
  readonly adminKey: string;
  /**
   * Serves the built site in this directory from now on, instead of the
   * previous one.
   */
  useSite(directory: string): void;
  /** Answers pending requests, then closes connections and the database. */
  close(): Promise<void>;
}

/**
 * The executor loads this module, because it runs in the thread that has the
 * database.
 */
const SYSTEM_QUERIES = workerUrl(
  "../admin/systemQueries",
  import.meta.url,
).href;

const version = "embedded-0.1.0";
const instanceName = "embedded";

/** Hooks for the process that the server runs in. */
export interface ServerHost {
  /**
   * Called when a worker cannot be stopped because a function is stuck in
   * native code. Until that function returns, which may take hours, calls wait
   * and /healthz answers 503. `gully-backend` kills its process here. By
   * default, the message is logged.
   */
  readonly onStuck?: (message: string) => void;
}

/**
 * Starts a server and resolves once it answers requests.
 *
 * @throws StartRefusal with an explanation, if the machine, the data or the
 *   options prevent the start
 */
export async function startServer(
  options: Options,
  log: Log,
  host: ServerHost = {},
): Promise<RunningServer> {
  try {
    for (const warning of openDataDirectory(options.dataDir)) {
      log("warn", warning);
    }
    return await startListening(options, log, host);
  } catch (error) {
    throw startFailure(error, options);
  }
}

async function startListening(
  options: Options,
  log: Log,
  host: ServerHost,
): Promise<RunningServer> {
  const server = createHttpServer(options);
  const ready = Promise.withResolvers<Front>();
  serve(server, ready.promise);
  const port = await listen(server, options);
  try {
    const { running, front } = await startParts(options, {
      server,
      port,
      log,
      onStuck: host.onStuck ?? ((message) => log("error", message)),
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

interface Started {
  readonly running: RunningServer;
  readonly front: Front;
}

/** The resources that exist before the parts are started. */
interface StartContext {
  readonly server: Server;
  readonly port: number;
  readonly log: Log;
  readonly onStuck: (message: string) => void;
}

async function startParts(
  options: Options,
  context: StartContext,
): Promise<Started> {
  const { port, log, onStuck } = context;
  const url = options.cloudOrigin ?? defaultOrigin(options.host, port);
  const siteUrl = options.siteOrigin ?? url;
  const files = new DiskFileStore(join(options.dataDir, FILES_FOLDER));
  const present = await files.prepare();
  const pushOptions: PushOptions = {
    dataDir: options.dataDir,
    appRoot: options.appRoot,
    cloudUrl: url,
    siteUrl,
    onStuck,
  };
  const runtime = await createRuntime(
    {
      ...options,
      ...pushOptions,
      fileUrl: options.fileOrigin ?? url,
      systemQueriesModule: SYSTEM_QUERIES,
      log,
    },
    files,
  );
  try {
    // From here on, this process alone has the database open, and so owns the
    // directory.
    const adminKey = await loadAdminKey(options.dataDir);
    tellOrphans(await files.sweep(present, await runtime.fileUuids()), log);
    return await connectParts(options, {
      ...context,
      pushOptions,
      files,
      runtime,
      adminKey,
    });
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

interface Parts extends StartContext {
  readonly pushOptions: PushOptions;
  readonly files: DiskFileStore;
  readonly runtime: TransferSide;
  readonly adminKey: string;
}

async function connectParts(options: Options, parts: Parts): Promise<Started> {
  const { server, port, log, pushOptions, files, runtime, adminKey } = parts;
  const { cloudUrl: url, siteUrl } = pushOptions;
  const { fileOrigin } = options;
  const storage = new StorageRoutes(runtime, files, options);
  const fileHost =
    fileOrigin === null ? null : new FileHost(fileOrigin, storage);
  if (options.logLevel === "debug") logExecutions(runtime, log);

  const tokens = new TokenVerifier(runtime, { adminKey, siteUrl });
  const admission = new Admission(admissionLimits(options));
  const sync = new SyncServer({
    runtime,
    tokens,
    limits: syncLimits(options),
    admission,
    allowedOrigins: new Set([...options.allowedOrigins, url, siteUrl]),
    addressOf: addressReader(options),
    log: (message) => log("error", message),
  });
  const siteIn = (directory: string) =>
    new StaticSite(directory, { apiOrigin: url, fileOrigin });
  let site = options.staticDir === null ? null : siteIn(options.staticDir);
  const useSite = (directory: string): void => {
    site = siteIn(directory);
  };
  const handler = await makeHandler(options, {
    ...parts,
    storage,
    fileHost,
    tokens,
    admission,
    sync,
    site: () => site,
  });
  await refreshAuthProviders(runtime, pushOptions).catch((error: unknown) =>
    log("warn", "The auth providers could not be read again.", {
      reason: String(error),
    }),
  );

  const rest = restHeap();
  const close = () => {
    clearInterval(rest);
    return closeAll(server, sync, runtime);
  };
  return {
    running: { url, siteUrl, port, adminKey, useSite, close },
    front: { handler, sync, fileHost },
  };
}

interface HandlerParts extends Parts {
  readonly storage: StorageRoutes;
  readonly fileHost: FileHost | null;
  readonly tokens: TokenVerifier;
  readonly admission: Admission;
  readonly sync: SyncServer;
  readonly site: () => StaticSite | null;
}

async function makeHandler(
  options: Options,
  parts: HandlerParts,
): Promise<RequestHandler> {
  const { log, pushOptions, files, runtime, tokens, sync } = parts;
  const logError = (message: string) => log("error", message);
  const intake = new BodyIntake(parts.admission);
  const transferRoutes = await createTransferRoutes(runtime, files, {
    dataDir: options.dataDir,
    log: logError,
  });
  return new RequestHandler({
    functions: new FunctionRoutes(runtime, intake),
    admin: new AdminRoutes(
      createCliRoutes(runtime, pushOptions),
      transferRoutes,
      tokens,
      intake,
      { maxBodyBytes: maxPushBytes },
    ),
    storage: parts.storage,
    fileHost: parts.fileHost,
    httpActions: new HttpActionRoutes(runtime, intake, {
      siteUrl: pushOptions.siteUrl,
      maxBodyBytes: maxHttpActionBodyBytes,
    }),
    site: parts.site,
    metrics: createServerMetrics(runtime, sync, options),
    health: new Health(() => runtime.ping()),
    tokens,
    addressOf: addressReader(options),
    version,
    instanceName,
    log: logError,
  });
}

function addressReader({ trustedProxies }: Options) {
  return (request: IncomingMessage) => clientAddress(request, trustedProxies);
}

function tellOrphans({ count, directory }: OrphansAside, log: Log): void {
  if (directory === null) return;
  log(
    "warn",
    `${count} stored files belong to nothing in the database and were moved to ${directory}. See "Files moved aside" in backend/README.md before removing them.`,
    { count, directory },
  );
}

/**
 * Stops accepting work, waits until running work is answered, then closes the
 * data.
 */
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
