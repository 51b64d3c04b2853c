/**
 * Owns the WebSocket side of the port: which upgrades are accepted, the life of
 * connections, the bounds on their number. What is said on them is `Session`.
 */
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { FunctionRuntime } from "../functions/contract.ts";
import { closeCodes } from "./connection.ts";
import { FlushScheduler } from "./flushScheduler.ts";
import { LiveQueries } from "./liveQueries.ts";
import { MutationQueues } from "./mutationQueues.ts";
import { isAllowedOrigin } from "./originPolicy.ts";
import { Session, type SessionServices } from "./session.ts";
import type { SessionLimits } from "./sessionLimits.ts";
import { SocketConnection } from "./socketConnection.ts";

interface SyncLimits extends SessionLimits {
  readonly maxMessageBytes: number;
  readonly maxSessions: number;
  /** Loopback addresses are exempt: a reverse proxy comes from there. */
  readonly maxSessionsPerAddress: number;
}

export interface SyncServerOptions {
  readonly runtime: FunctionRuntime;
  readonly tokens: TokenVerifier;
  readonly limits: SyncLimits;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: (message: string) => void;
}

const syncPath = /^\/api\/[^/]+\/sync$/;
const pingIntervalMs = 15_000;
const closeGraceMs = 1_000;

export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #services: SessionServices;
  readonly #webSockets: WebSocketServer;
  readonly #connections = new Map<WebSocket, SocketConnection>();
  readonly #countByAddress = new Map<string, number>();
  readonly #pings: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: SyncServerOptions) {
    const { runtime, tokens, limits, log } = options;
    const liveQueries = new LiveQueries(runtime, {
      lingerMs: 5_000,
      maxLingering: 1_000,
    });
    this.#options = options;
    this.#services = {
      runtime,
      tokens,
      limits,
      log,
      liveQueries,
      flushScheduler: new FlushScheduler(liveQueries),
      mutationQueues: new MutationQueues(),
    };
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.maxMessageBytes,
    });
    this.#pings = setInterval(() => {
      for (const connection of this.#connections.values()) connection.tick();
    }, pingIntervalMs);
    this.#pings.unref();
  }

  get sessionCount(): number {
    return this.#connections.size;
  }

  get liveQueryCount(): number {
    return this.#services.liveQueries.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = this.#options.addressOf(request);
    const refusal = this.#refusal(request, address);
    if (refusal !== null) {
      refuse(socket, refusal);
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.#open(webSocket, socket, request, address),
    );
  }

  /** Lets running mutations finish and be answered, then closes every connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pings);
    await this.#services.mutationQueues.drain();
    await new Promise((resolve) => setImmediate(resolve));
    for (const connection of this.#connections.values()) {
      connection.close(closeCodes.goingAway, "ServerShutdown");
    }
    const deadline = Date.now() + closeGraceMs;
    while (this.#connections.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const webSocket of this.#connections.keys()) webSocket.terminate();
    this.#services.liveQueries.close();
  }

  /** The HTTP status of the refusal, or null. */
  #refusal(request: IncomingMessage, address: string): number | null {
    const { limits, allowedOrigins } = this.#options;
    const [path = ""] = (request.url ?? "").split("?");
    const { origin, host } = request.headers;
    if (!syncPath.test(path)) return 404;
    if (!isAllowedOrigin(origin, host, allowedOrigins)) return 403;
    const count = this.#countByAddress.get(address) ?? 0;
    if (count >= limits.maxSessionsPerAddress && !isLoopback(address)) {
      return 429;
    }
    return this.#isClosing || this.#connections.size >= limits.maxSessions
      ? 503
      : null;
  }

  #open(
    webSocket: WebSocket,
    socket: Duplex,
    request: IncomingMessage,
    address: string,
  ): void {
    const connection = new SocketConnection(webSocket, socket, () =>
      session.drained(),
    );
    const session = new Session(this.#services, connection, {
      ip: address,
      userAgent: request.headers["user-agent"] ?? null,
    });
    this.#connections.set(webSocket, connection);
    this.#count(address, 1);
    webSocket.on("message", (data: RawData, isBinary: boolean) => {
      if (isBinary) {
        connection.close(closeCodes.invalidMessage, "Messages are text.");
      } else if (!this.#isClosing) {
        // `nodebuffer`, the default binaryType, makes every message one Buffer.
        session.receive((data as Buffer).toString());
      }
    });
    // `ws` has already closed the connection with the right code.
    webSocket.on("error", () => undefined);
    webSocket.on("close", () => {
      this.#connections.delete(webSocket);
      this.#count(address, -1);
      session.closed();
    });
  }

  #count(address: string, change: number): void {
    const count = (this.#countByAddress.get(address) ?? 0) + change;
    if (count > 0) this.#countByAddress.set(address, count);
    else this.#countByAddress.delete(address);
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

function isLoopback(address: string): boolean {
  return (
    address === "::1" ||
    address.startsWith("127.") ||
    address.startsWith("::ffff:127.")
  );
}
