/**
 * The WebSocket side of the port. Decides which upgrades to accept, limits the
 * number of connections, and opens and closes them. `Session` handles the
 * messages.
 */
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { addressGroup } from "../runtime/contract/addressGroup.ts";
import { Counts } from "../admission/counts.ts";
import { NetworkSums } from "../admission/networkSums.ts";
import type { Admission } from "../admission/admission.ts";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import { isLoopback } from "../http/clientAddress.ts";
import { Arrivals } from "../queues/arrivals.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import { closeCodes } from "./connection.ts";
import { FlushScheduler } from "./flushScheduler.ts";
import { LiveQueries } from "./liveQueries.ts";
import { isMemoryScarce } from "./memoryPressure.ts";
import { MutationQueues } from "./mutationQueues.ts";
import { isAllowedOrigin } from "./originPolicy.ts";
import { ReadingTurns } from "./readingTurns.ts";
import { Session } from "./session.ts";
import type { SessionServices } from "./sessionServices.ts";
import type { SessionLimits } from "./sessionLimits.ts";
import { type ConnectionOwner, SocketConnection } from "./socketConnection.ts";

interface SyncLimits extends SessionLimits {
  readonly maxMessageBytes: number;
  readonly maxSessions: number;
  /**
   * Limits sockets without a token. Sockets with a token may take half of all
   * places per address, because mobile networks put thousands of people behind
   * one address. Loopback addresses are exempt because a reverse proxy connects
   * from there.
   */
  readonly maxSessionsPerAddress: number;
  readonly maxSessionsPerAccount: number;
}

export interface SyncServerOptions {
  readonly runtime: FunctionRuntime;
  readonly tokens: TokenVerifier;
  readonly limits: SyncLimits;
  readonly admission: Admission;
  readonly allowedOrigins: ReadonlySet<string>;
  /** Returns the client's IP address. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: (message: string) => void;
}

const syncPath = /^\/api\/[^/]+\/sync$/;
const pingIntervalMs = 15_000;
const closeGraceMs = 1_000;
const identitySliceMs = 5;
const loopbackNetwork = addressGroup("::1");

export class SyncServer implements ConnectionOwner {
  readonly readingTurns = new ReadingTurns();
  readonly #options: SyncServerOptions;
  readonly #services: SessionServices;
  readonly #webSockets: WebSocketServer;
  readonly #connections = new Set<SocketConnection>();
  /** Sockets without a token, by address. */
  readonly #strangers = new NetworkSums();
  /** Sockets with a token, by address. */
  readonly #members = new Counts();
  readonly #ofAccounts = new Counts();
  readonly #pings: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: SyncServerOptions) {
    const { runtime, tokens, limits, admission, log } = options;
    const liveQueries = new LiveQueries(runtime, {
      lingerMs: 5_000,
      maxLingering: 1_000,
    });
    this.#options = options;
    this.#services = {
      runtime,
      tokens,
      limits,
      admission,
      log,
      liveQueries,
      flushScheduler: new FlushScheduler(liveQueries),
      mutationQueues: new MutationQueues(),
      identityTurns: new Arrivals(identitySliceMs),
    };
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.maxMessageBytes,
      // Every fragment and chunk costs memory on top of its bytes. A message of
      // the largest size arrives in about 13,000 packets, and all clients send
      // it as a single fragment.
      maxFragments: 1_024,
      maxBufferedChunks: 65_536,
      // `SocketConnection` sends the pongs, at a bounded rate.
      autoPong: false,
    });
    this.#pings = setInterval(() => {
      for (const connection of this.#connections) connection.tick();
    }, pingIntervalMs);
    this.#pings.unref();
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get sessionCount(): number {
    return this.#connections.size;
  }

  get liveQueryCount(): number {
    return this.#services.liveQueries.size;
  }

  /** Opens a session on the socket, or refuses it with an HTTP status. */
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

  /**
   * Waits until running mutations have been answered, then closes all
   * connections.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pings);
    await this.#services.mutationQueues.drain();
    await new Promise((resolve) => setImmediate(resolve));
    for (const connection of this.#connections) {
      connection.close(closeCodes.goingAway, "ServerShutdown");
    }
    const deadline = Date.now() + closeGraceMs;
    while (this.#connections.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const connection of this.#connections) connection.terminate();
    this.#services.liveQueries.close();
  }

  /** Returns the HTTP status to refuse with, or null to accept. */
  #refusal(request: IncomingMessage, address: string): number | null {
    const { limits, allowedOrigins } = this.#options;
    const [path = ""] = (request.url ?? "").split("?");
    const { origin, host } = request.headers;
    if (!syncPath.test(path)) return 404;
    if (!isAllowedOrigin(origin, host, allowedOrigins)) return 403;
    const group = addressGroup(address);
    const hasRoom = this.#strangers.fits(
      group,
      1,
      limits.maxSessionsPerAddress,
    );
    if (!hasRoom && !isLoopback(address)) return 429;
    const isFull =
      this.#isClosing ||
      this.#connections.size >= limits.maxSessions ||
      isMemoryScarce();
    return isFull ? 503 : null;
  }

  #open(
    webSocket: WebSocket,
    socket: Duplex,
    request: IncomingMessage,
    address: string,
  ): void {
    const client = {
      ip: address,
      userAgent: request.headers["user-agent"] ?? null,
    };
    const group = addressGroup(address);
    const connection = new SocketConnection(
      this,
      [webSocket, socket],
      group,
      (opened) => new Session(this.#services, opened, client),
    );
    this.#connections.add(connection);
    this.#strangers.add(group, 1);
  }

  count(connection: SocketConnection, account: string | null): boolean {
    if (!this.#connections.has(connection)) return false;
    if (account === connection.account) return true;
    if (!this.#hasPlace(connection.address, account)) return false;
    this.#release(connection);
    connection.account = account;
    if (account === null) this.#strangers.add(connection.address, 1);
    else {
      this.#members.add(connection.address);
      this.#ofAccounts.add(account);
    }
    return true;
  }

  closed(connection: SocketConnection): void {
    this.#connections.delete(connection);
    this.#release(connection);
  }

  #hasPlace(address: string, account: string | null): boolean {
    const { maxSessions, maxSessionsPerAddress, maxSessionsPerAccount } =
      this.#options.limits;
    if (isLoopback(address) || address === loopbackNetwork) return true;
    if (account === null)
      return this.#strangers.fits(address, 1, maxSessionsPerAddress);
    return (
      this.#members.of(address) < maxSessions / 2 &&
      this.#ofAccounts.of(account) < maxSessionsPerAccount
    );
  }

  #release({ address, account }: SocketConnection): void {
    if (account === null) this.#strangers.add(address, -1);
    else {
      this.#members.remove(address);
      this.#ofAccounts.remove(account);
    }
  }
}

/**
 * Refuses an upgrade, and closes the socket: nothing else limits how long a
 * refused client may keep it.
 */
function refuse(socket: Duplex, status: number): void {
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
