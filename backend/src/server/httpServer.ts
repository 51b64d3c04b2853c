/** The HTTP server: it listens first and answers once its parts have started. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { isLoopback } from "../http/clientAddress.ts";
import { limitConnections } from "../http/connectionLimit.ts";
import { PipelinedRequests } from "../http/pipelinedRequests.ts";
import type { Options } from "./options.ts";
import type { FileHost } from "../routes/fileHost.ts";
import type { RequestHandler } from "../routes/requestHandler.ts";
import type { SyncServer } from "../sync/syncServer.ts";

/** A page opens several connections besides its sync socket. */
const CONNECTIONS_PER_SESSION = 4;

/** Cuts off slow and silent clients, and limits the number of connections. */
export function createHttpServer({
  maxSessions,
  maxSessionsPerAddress,
  trustedProxies,
  requestTimeoutMs,
}: Options): Server {
  const server = createServer({
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    // Uploading a large file over a slow phone line takes minutes.
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: asksForWebSocket,
  });
  // See `endIfUnread`. A slow phone first takes a megabyte out of full buffers
  // before more is sent, and browsers stop reading while a recording is paused.
  server.timeout = requestTimeoutMs;
  server.maxConnections = maxSessions + 1_000;
  limitConnections(
    server,
    CONNECTIONS_PER_SESSION * maxSessionsPerAddress,
    // Behind a proxy, all clients connect from the proxy's address.
    (address) => trustedProxies !== null || isLoopback(address),
  );
  return server;
}

/** Declines other protocols by answering the request as plain HTTP. */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

export function listen(
  server: Server,
  { host, port }: Options,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A TCP server has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The parts that answer on the port. */
export interface Front {
  readonly handler: RequestHandler;
  readonly sync: SyncServer;
  readonly fileHost: FileHost | null;
}

/**
 * Passes requests and upgrades to the front. Those that arrive during start-up
 * wait until it has finished.
 */
export function serve(server: Server, front: Promise<Front>): void {
  const requests = new PipelinedRequests((request, response) => {
    void front.then(
      ({ handler }) => handler.handle(request, response),
      () => response.destroy(),
    );
  });
  server.on("request", (request, response) => {
    response.on("timeout", endIfUnread);
    requests.take(request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    // Node removes its own error listener from a socket before an upgrade.
    socket.on("error", destroyThis);
    // The response to an earlier request would be written into the WebSocket.
    if (requests.isBusy(socket)) {
      socket.destroy();
      return;
    }
    void front.then(
      ({ sync, fileHost }) => {
        // Pages on the file host must not use the sync API.
        if (fileHost?.isAskedBy(request) === true) socket.destroy();
        else sync.upgrade(request, socket, head);
      },
      () => socket.destroy(),
    );
  });
}

/**
 * Node emits "timeout" if nothing has passed through the connection for
 * `server.timeout`, and ends the connection if nobody listens. A response may
 * wait for its function, but not for its reader.
 */
function endIfUnread(this: ServerResponse): void {
  if (this.writableLength > 0) this.destroy();
}

/**
 * A shared function, because a closure would keep the request in memory as long
 * as the socket.
 */
function destroyThis(this: Duplex): void {
  this.destroy();
}
