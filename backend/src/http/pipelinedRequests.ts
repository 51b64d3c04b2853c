import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Above this, the connection is not read until half of the requests are
 * handled.
 */
const MAX_WAITING = 16;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of each connection one after another. HTTP/1.1 lets a
 * client send many requests without waiting for responses. Handled all at once,
 * thousands of them from one connection would crowd out everyone else.
 */
export class PipelinedRequests {
  readonly #handle: Handle;
  readonly #lines = new WeakMap<Socket, Line>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket) ?? new Line(socket, this.#handle);
    this.#lines.set(socket, line);
    line.add(request, response);
  }
}

/** The queue of one connection. */
class Line {
  readonly #socket: Socket;
  readonly #handle: Handle;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isBusy = false;
  #isPaused = false;

  constructor(socket: Socket, handle: Handle) {
    this.#socket = socket;
    this.#handle = handle;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#waiting.push([request, response]);
    this.#next();
    if (this.#waiting.length <= MAX_WAITING || this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
  }

  #next(): void {
    if (this.#isBusy || this.#socket.destroyed) return;
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.#isBusy = true;
    const [request, response] = first;
    response.once("close", () => {
      this.#isBusy = false;
      this.#next();
    });
    this.#handle(request, response);
    if (!this.#isPaused || this.#waiting.length > MAX_WAITING / 2) return;
    this.#isPaused = false;
    this.#socket.resume();
  }
}
