import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Connection } from "./connection.ts";
import { pingMessage } from "./serverMessages.ts";
import { encodeTextFrame } from "./textFrame.ts";

const pingFrame = encodeTextFrame(pingMessage);

/** Ticks without any sign of the peer after which it is given up. */
const maxSilentTicks = 3;
/** Ticks during which a full queue may stay full. */
const maxStalledTicks = 4;

/**
 * Frames are written to the socket itself: without compression `ws` writes every
 * frame whole and at once too, so the two do not get mixed up, and a frame shared
 * by many sessions need not be wrapped for each.
 */
export class SocketConnection implements Connection {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  #silentTicks = 0;
  #stalledTicks = 0;

  constructor(webSocket: WebSocket, socket: Duplex, onDrain: () => void) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    webSocket.on("pong", () => (this.#silentTicks = 0));
    socket.on("drain", () => {
      this.#stalledTicks = 0;
      onDrain();
    });
  }

  send(frame: Buffer): void {
    if (this.#isOpen()) this.#socket.write(frame);
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  setReading(isReading: boolean): void {
    if (!this.#isOpen()) return;
    if (isReading) this.#webSocket.resume();
    else this.#webSocket.pause();
  }

  close(code: number, reason: string): void {
    this.#webSocket.resume();
    // A close frame holds 123 bytes of reason.
    this.#webSocket.close(code, reason.slice(0, 120));
  }

  /** Keeps the client's own watchdog quiet and finds peers that have vanished. */
  tick(): void {
    if (this.#webSocket.isPaused) return;
    this.#silentTicks += 1;
    this.#stalledTicks = this.bufferedBytes > 0 ? this.#stalledTicks + 1 : 0;
    if (
      this.#silentTicks > maxSilentTicks ||
      this.#stalledTicks > maxStalledTicks
    ) {
      this.#webSocket.terminate();
      return;
    }
    if (this.bufferedBytes > 0) return;
    this.send(pingFrame);
    if (this.#isOpen()) this.#webSocket.ping();
  }

  #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }
}
