import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ArrivingMessage, Cut } from "./arrivingMessage.ts";
import { closeCodes, type Connection } from "./connection.ts";
import { pingMessage } from "./serverMessages.ts";
import { encodeTextFrame } from "./textFrame.ts";

const pingFrame = encodeTextFrame(pingMessage);

/** Ticks without a pong after which the peer counts as gone. */
const maxSilentTicks = 3;
/**
 * Ticks after which a peer that reads nothing of what is queued counts as gone.
 */
const maxStalledTicks = 4;
/** Longest time that a message may take to arrive. */
const maxArrivalMs = 60_000;
/**
 * Time for the close frame to reach a peer whose messages are no longer read.
 */
const cutGraceMs = 1_000;

/**
 * Implements `Connection` on top of a `ws` WebSocket. Frames go straight to the
 * underlying socket, so that a frame shared by many sessions is not wrapped
 * again for each. This is safe because `ws`, without compression, also writes
 * each frame whole and at once, so frames cannot mix.
 */
export class SocketConnection implements Connection {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #arriving: ArrivingMessage;
  #silentTicks = 0;
  #stalledTicks = 0;
  /** Payload of the latest ping not answered yet. */
  #owedPong: Buffer | null = null;

  constructor(
    webSocket: WebSocket,
    socket: Duplex,
    arriving: ArrivingMessage,
    onDrain: () => void,
  ) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#arriving = arriving;
    // Runs before `ws` parses the piece and emits the messages in it.
    socket.prependListener("data", (piece: Buffer) =>
      this.cut(arriving.piece(piece.byteLength)),
    );
    webSocket.on("pong", (data: Buffer) => {
      arriving.control(data.byteLength);
      this.#silentTicks = 0;
    });
    webSocket.on("ping", (data: Buffer) => {
      arriving.control(data.byteLength);
      this.#owedPong = data;
      this.#sendPong();
    });
    socket.on("drain", () => {
      this.#stalledTicks = 0;
      this.#sendPong();
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
    // The reason in a close frame may have 123 bytes.
    this.#webSocket.close(code, reason.slice(0, 120));
  }

  /** Ends the connection without reading any further; does nothing for null. */
  cut(cut: Cut | null): void {
    if (cut === null) return;
    if (!this.#isOpen()) {
      // It has received the reason already, but keeps sending instead of
      // closing.
      this.#webSocket.terminate();
      return;
    }
    this.#webSocket.close(cut.code, cut.reason.slice(0, 120));
    this.#webSocket.pause();
    // Otherwise `ws` would buffer incoming data until the peer closes too.
    this.#socket.pause();
    setTimeout(() => this.#webSocket.terminate(), cutGraceMs).unref();
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

  /**
   * Answers the latest ping once the client has read everything sent before. A
   * flood of pings therefore queues one pong at most.
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
