import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * The most requests of one connection that may wait. Browsers and proxies send
 * no request before the last response has come, and the few libraries that do
 * send only a few. Pausing the socket would not help, because Node resumes it
 * after every request.
 */
const MAX_WAITING = 64;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of each connection one after another. HTTP/1.1 lets a
 * client send many requests without waiting for responses. Handled all at once,
 * thousands of them from one connection would crowd out everyone else. A
 * connection on which too many wait is closed.
 */
export class PipelinedRequests {
  readonly #handle: Handle;
  readonly #lines = new WeakMap<Duplex, Line>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket) ?? new Line(socket, this.#handle);
    this.#lines.set(socket, line);
    line.add(request, response);
  }

  /** Returns true if a request of this connection has not been answered. */
  isBusy(socket: Duplex): boolean {
    return this.#lines.get(socket)?.isBusy === true;
  }
}

/** The queue of one connection. */
class Line {
  readonly #socket: Socket;
  readonly #handle: Handle;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isBusy = false;

  constructor(socket: Socket, handle: Handle) {
    this.#socket = socket;
    this.#handle = handle;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push([request, response]);
      this.#next();
    } else this.#socket.destroy();
  }

  #next(): void {
    // After an error, the connection may stay open only so that the rest of the
    // body is read.
    if (this.#isBusy || !this.#socket.writable) return;
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.#isBusy = true;
    const [request, response] = first;
    response.once("close", () => {
      this.#isBusy = false;
      this.#next();
    });
    this.#handle(request, response);
  }
}
