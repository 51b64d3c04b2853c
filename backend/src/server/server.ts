/**
 * Starts the server. It listens before anything else, because functions see
 * addresses that contain the port number. Requests that arrive during start-up
 * wait until it has finished.
 */
import type { Server } from "node:http";
import { join } from "node:path";
import { loadAdminKey } from "../auth/adminKey.ts";
import { openDataDirectory } from "../files/dataDirectory.ts";
import {
  DiskFileStore,
  FILES_FOLDER,
  type OrphansAside,
} from "../files/diskFileStore.ts";
import { createRuntime } from "../runtime/main/createRuntime.ts";
import { createHttpServer, type Front, listen, serve } from "./httpServer.ts";
import type { Log } from "../log/log.ts";
import { defaultOrigin, type Options } from "./options.ts";
import type { PushOptions } from "../push/pushOptions.ts";
import { workerUrl } from "../runtime/worker/workerUrl.ts";
import { startFailure } from "./startFailure.ts";

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
  const { server, port, log, onStuck } = context;
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
  const booting = createRuntime(
    {
      ...options,
      ...pushOptions,
      fileUrl: options.fileOrigin ?? url,
      systemQueriesModule: SYSTEM_QUERIES,
      log,
    },
    files,
  );
  // Loads while the worker that runs functions starts.
  const loading = import("./connectParts.ts");
  // The code that awaits `loading` handles the failure.
  loading.catch(() => undefined);
  const runtime = await booting;
  try {
    // From here on, this process alone has the database open, and so owns the
    // directory.
    const adminKey = await loadAdminKey(options.dataDir);
    tellOrphans(await files.sweep(present, await runtime.fileUuids()), log);
    const { connectParts } = await loading;
    const parts = { server, log, pushOptions, files, runtime, adminKey };
    const { front, ...hooks } = await connectParts(options, parts);
    return { running: { url, siteUrl, port, adminKey, ...hooks }, front };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

function tellOrphans({ count, directory }: OrphansAside, log: Log): void {
  if (directory === null) return;
  log(
    "warn",
    `${count} stored files belong to nothing in the database and were moved to ${directory}. See "Files moved aside" in backend/README.md before removing them.`,
    { count, directory },
  );
}
