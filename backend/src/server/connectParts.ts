/** Connects the parts that answer on the port, once functions can run. */
import type { IncomingMessage, Server } from "node:http";
import { Admission } from "../admission/admission.ts";
import { createCliRoutes } from "../admin/cliRoutes.ts";
import { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { BodyIntake } from "../http/bodyIntake.ts";
import { clientAddress } from "../http/clientAddress.ts";
import type { Log } from "../log/log.ts";
import type { PushOptions } from "../push/pushOptions.ts";
import { refreshAuthProviders } from "../push/refreshAuthProviders.ts";
import { AdminRoutes } from "../routes/adminRoutes.ts";
import { FileHost } from "../routes/fileHost.ts";
import { FunctionRoutes } from "../routes/functionRoutes.ts";
import { Health } from "../routes/health.ts";
import { HttpActionRoutes } from "../routes/httpActionRoutes.ts";
import { RequestHandler } from "../routes/requestHandler.ts";
import { StaticSite } from "../routes/staticSite.ts";
import { StorageRoutes } from "../routes/storageRoutes.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { restHeap } from "../runtime/worker/heapAtRest.ts";
import { SyncServer } from "../sync/syncServer.ts";
import {
  createTransferRoutes,
  type TransferSide,
} from "../transfer/transferRoutes.ts";
import type { Front } from "./httpServer.ts";
import { logExecutions } from "./logExecutions.ts";
import type { Options } from "./options.ts";
import {
  admissionLimits,
  maxHttpActionBodyBytes,
  maxPushBytes,
  syncLimits,
} from "./serverLimits.ts";
import { createServerMetrics } from "./serverMetrics.ts";

const version = "embedded-0.1.0";
const instanceName = "embedded";

interface Parts {
  readonly server: Server;
  readonly log: Log;
  readonly pushOptions: PushOptions;
  readonly files: DiskFileStore;
  readonly runtime: TransferSide;
  readonly adminKey: string;
}

/** What the parts can do once they are connected. */
interface Connected {
  readonly front: Front;
  /** Serves the built site in this directory from now on. */
  useSite(directory: string): void;
  /** Answers pending requests, then closes connections and the database. */
  close(): Promise<void>;
}

/** Makes the parts that need a runtime. They answer requests from now on. */
export async function connectParts(
  options: Options,
  parts: Parts,
): Promise<Connected> {
  const { server, log, pushOptions, files, runtime, adminKey } = parts;
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
  return { useSite, close, front: { handler, sync, fileHost } };
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
