import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import type { CallerBounds } from "../admission/admission.ts";
import { ArrivingMessage, type Cut } from "./arrivingMessage.ts";
import { closeCodes, type Connection } from "./connection.ts";
import { isMemoryScarce } from "./memoryPressure.ts";
import type { ReadingTurns, TurnTaker } from "./readingTurns.ts";
import { pingMessage } from "./serverMessages.ts";
import { encodeTextFrame } from "./textFrame.ts";
import { UnreadBytes } from "./unreadBytes.ts";

const pingFrame = encodeTextFrame(pingMessage);

/** Ticks without a pong after which the peer counts as gone. */
const maxSilentTicks = 3;
/** Longest time that a message may take to arrive. */
const maxArrivalMs = 60_000;
/**
 * Time for the close frame to reach a peer whose messages are no longer read.
 */
const cutGraceMs = 1_000;
/**
 * Time for a peer to answer the close frame. Messages from it meanwhile are
 * dropped.
 */
const closeGraceMs = 5_000;

/**
 * Bytes read at a time. Even if all messages in them are tiny, handling them
 * takes about a millisecond.
 */
const partBytes = 8_192;

/** Small messages always pass, so connected users can keep voting. */
const maxSmallBytes = 16_384;

/** The session that a connection carries. */
export interface SocketSession {
  /** The limits that currently apply to the caller. */
  readonly bounds: CallerBounds;
  receive(text: string): void;
  /** Called when the client has read everything that was sent. */
  drained(): void;
  /** Called once, when the connection is gone. */
  closed(): void;
}

/** The server that a connection belongs to. */
export interface ConnectionOwner {
  /** True once messages are no longer taken. */
  readonly isClosing: boolean;
  readonly readingTurns: ReadingTurns;
  /** See `Connection.countFor`. */
  count(connection: SocketConnection, account: string | null): boolean;
  /** Called once, when the connection is gone. */
  closed(connection: SocketConnection): void;
}

/**
 * Implements `Connection` on top of a `ws` WebSocket. Frames go straight to the
 * underlying socket, so that a frame shared by many sessions is not wrapped
 * again for each. This is safe because `ws`, without compression, also writes
 * each frame whole and at once, so frames cannot mix.
 */
export class SocketConnection implements Connection, TurnTaker {
  /** The address group that limits apply to; see `addressGroup`. */
  readonly address: string;
  /** The account that the socket is counted for, if any. */
  account: string | null = null;
  isQueued = false;
  readonly #owner: ConnectionOwner;
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #session: SocketSession;
  readonly #arriving: ArrivingMessage;
  readonly #unread: UnreadBytes;
  #silentTicks = 0;
  /** Payload of the latest ping not answered yet. */
  #owedPong: Buffer | null = null;

  constructor(
    owner: ConnectionOwner,
    [webSocket, socket]: readonly [WebSocket, Duplex],
    address: string,
    openSession: (connection: Connection) => SocketSession,
  ) {
    this.address = address;
    this.#owner = owner;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#session = openSession(this);
    this.#arriving = new ArrivingMessage(this.#session, address);
    this.#unread = new UnreadBytes(this.#session, address);
    listen(this, webSocket, socket);
  }

  /** Call when bytes or the end of the connection have arrived. */
  arrived(): void {
    this.#owner.readingTurns.read(this);
  }

  /** Passes a part to `ws`, which parses it and emits the messages in it. */
  readPart(): boolean {
    const sizeBytes = Math.min(this.#socket.readableLength, partBytes);
    if (sizeBytes > 0) this.cut(this.#arriving.piece(sizeBytes));
    if (this.#webSocket.isPaused) return false;
    return this.#socket.read(sizeBytes) !== null;
  }

  received(message: Buffer, isBinary: boolean): void {
    this.#arriving.message();
    if (!this.#isOpen()) return;
    if (isBinary) {
      this.close(closeCodes.invalidMessage, "Messages must be text.");
    } else if (message.byteLength > maxSmallBytes && isMemoryScarce()) {
      this.close(closeCodes.tryAgainLater, "Memory is running low.");
    } else if (!this.#owner.isClosing) {
      this.#session.receive(message.toString());
    }
  }

  ponged(data: Buffer): void {
    this.#arriving.control(data.byteLength);
    this.#silentTicks = 0;
  }

  pinged(data: Buffer): void {
    this.#arriving.control(data.byteLength);
    this.#owedPong = data;
    this.#sendPong();
  }

  drained(): void {
    this.#unread.drained();
    this.#sendPong();
    this.#session.drained();
  }

  closed(): void {
    this.#owner.closed(this);
    this.#arriving.release();
    this.#unread.release();
    this.#session.closed();
  }

  send(frame: Buffer): void {
    if (!this.#isOpen()) return;
    this.#socket.write(frame);
    // A close frame would wait behind everything unread, and the memory would
    // stay in use.
    if (!this.#unread.sent(this.bufferedBytes)) this.#webSocket.terminate();
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  setReading(isReading: boolean): void {
    if (!this.#isOpen()) return;
    if (isReading) this.#resume();
    else this.#webSocket.pause();
  }

  countFor(account: string | null): boolean {
    return this.#owner.count(this, account);
  }

  close(code: number, reason: string): void {
    this.#resume();
    // The reason in a close frame may have 123 bytes.
    this.#webSocket.close(code, reason.slice(0, 120));
    setTimeout(() => this.#webSocket.terminate(), closeGraceMs).unref();
  }

  /** Ends the connection without reading any further; does nothing for null. */
  cut(cut: Cut | null): void {
    if (cut === null) return;
    if (!this.#isOpen()) {
      // The peer has received the reason already, but keeps sending instead of
      // closing.
      this.#webSocket.terminate();
      return;
    }
    this.#webSocket.close(cut.code, cut.reason.slice(0, 120));
    this.#webSocket.pause();
    setTimeout(() => this.#webSocket.terminate(), cutGraceMs).unref();
  }

  /** Ends the connection at once, without telling the peer. */
  terminate(): void {
    this.#webSocket.terminate();
  }

  /**
   * Call every `pingIntervalMs` (15 s): the limits above count these calls.
   * Sends pings, which keep the client's watchdog quiet, and ends connections
   * whose peer is gone, reads nothing or sends too slowly.
   */
  tick(): void {
    if (this.#webSocket.isPaused) return;
    if (this.#arriving.ageMs > maxArrivalMs) {
      this.cut({
        code: closeCodes.tryAgainLater,
        reason: `A message took longer than ${maxArrivalMs} ms to arrive.`,
      });
      return;
    }
    this.#silentTicks += 1;
    const isStalled = this.#unread.isStalled(this.bufferedBytes);
    if (isStalled || this.#silentTicks > maxSilentTicks) {
      this.#webSocket.terminate();
      return;
    }
    if (this.bufferedBytes > 0) return;
    this.send(pingFrame);
    if (this.#isOpen()) this.#webSocket.ping();
  }

  #resume(): void {
    this.#webSocket.resume();
    this.#owner.readingTurns.wait(this);
  }

  /**
   * Answers the latest ping once the client has read everything sent before. So
   * a flood of pings queues only one pong.
   */
  #sendPong(): void {
    if (this.#owedPong === null || this.bufferedBytes > 0) return;
    if (this.#isOpen()) this.#webSocket.pong(this.#owedPong);
    this.#owedPong = null;
  }

  #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }
}

const connectionKey = Symbol("connection");

/** A WebSocket or socket; finds its connection when it emits an event. */
interface Emitter extends EventEmitter {
  [connectionKey]?: SocketConnection;
}

/**
 * Adds listeners that all connections share, because closures of its own would
 * make up a tenth of the heap that an idle connection takes.
 */
function listen(
  connection: SocketConnection,
  webSocket: WebSocket & Emitter,
  socket: Duplex & Emitter,
): void {
  webSocket[connectionKey] = connection;
  socket[connectionKey] = connection;
  // While this listener exists, the socket passes only what `readPart` asks for
  // to `ws`.
  socket.on("readable", onReadable);
  socket.on("drain", onDrain);
  webSocket.on("message", onMessage);
  webSocket.on("pong", onPong);
  webSocket.on("ping", onPing);
  webSocket.on("error", ignoreError);
  webSocket.on("close", onClose);
}

function onReadable(this: Emitter): void {
  this[connectionKey]?.arrived();
}

function onDrain(this: Emitter): void {
  this[connectionKey]?.drained();
}

function onMessage(this: Emitter, data: RawData, isBinary: boolean): void {
  // With the default binaryType, `nodebuffer`, every message is a Buffer.
  this[connectionKey]?.received(data as Buffer, isBinary);
}

function onPong(this: Emitter, data: Buffer): void {
  this[connectionKey]?.ponged(data);
}

function onPing(this: Emitter, data: Buffer): void {
  this[connectionKey]?.pinged(data);
}

/** `ws` has already closed the connection with the right code. */
function ignoreError(): void {
  return undefined;
}

function onClose(this: Emitter): void {
  this[connectionKey]?.closed();
}
