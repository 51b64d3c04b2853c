/**
 * The attacker: opens connections from one foreign address and counts what it
 * sends.
 */
import type { Socket } from "node:net";
import {
  plainSocket,
  textFrame,
  upgradedFrom,
} from "../../test/support/rawSocket.ts";

/**
 * An address reserved for documentation. The server reads it from the proxy
 * header.
 */
const FOREIGN_ADDRESS = "203.0.113.7";

export class Attacker {
  readonly port: number;
  readonly #sockets: Socket[] = [];
  /** Number of requests, messages or frames sent, depending on the attack. */
  sentCount = 0;

  constructor(port: number) {
    this.port = port;
  }

  get sentBytes(): number {
    return this.#sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0);
  }

  /** Opens a plain connection and discards what it receives. */
  connect(): Socket {
    const socket = plainSocket(this.port);
    socket.resume();
    this.#sockets.push(socket);
    return socket;
  }

  /**
   * Opens a sync connection and completes the handshake. Returns null if it was
   * refused.
   */
  async upgraded(): Promise<Socket | null> {
    const socket = await upgradedFrom(this.port, FOREIGN_ADDRESS);
    if (socket === null) return null;
    socket.resume();
    this.#sockets.push(socket);
    return socket;
  }

  /** Returns the head of a request; `lines` are additional headers. */
  head(method: string, path: string, lines: readonly string[] = []): string {
    const headers = [
      "Host: x",
      `X-Forwarded-For: ${FOREIGN_ADDRESS}`,
      ...lines,
    ];
    return `${method} ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`;
  }

  /**
   * Calls a function on a new connection. Returns the first part of the answer,
   * or "" if there was none.
   */
  async call(
    kind: "query" | "mutation" | "action",
    path: string,
    args: object,
    withinMs = 60_000,
  ): Promise<string> {
    const body = Buffer.from(JSON.stringify({ path, args }));
    const head = this.head("POST", `/api/${kind}`, [
      `Content-Length: ${body.length}`,
      "Connection: close",
    ]);
    const socket = this.connect();
    this.sentCount += 1;
    socket.write(head);
    socket.write(body);
    return firstAnswer(socket, withinMs);
  }

  /**
   * Writes bytes and waits while the server does not read. Returns false if
   * they could not be sent in time.
   */
  async send(
    socket: Socket,
    bytes: Buffer | string,
    withinMs = 5_000,
  ): Promise<boolean> {
    this.sentCount += 1;
    if (socket.destroyed) return false;
    if (socket.write(bytes)) return true;
    return await drained(socket, withinMs);
  }

  /** Sends a message as one text frame; see `send`. */
  say(socket: Socket, message: object): Promise<boolean> {
    return this.send(socket, textFrame(JSON.stringify(message)));
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Returns the first data from the socket, or "" if the connection ends or
 * nothing arrives in time.
 */
export async function firstAnswer(
  socket: Socket,
  withinMs: number,
): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(""), withinMs);
    const done = (text: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    socket.once("data", (data: Buffer) => done(data.toString("latin1")));
    socket.once("close", () => done(""));
  });
}

/**
 * Returns false if the connection ends first or the peer does not read in time.
 */
function drained(socket: Socket, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDrained: boolean) => {
      clearTimeout(timer);
      socket.off("drain", onDrain).off("close", onClose);
      resolve(isDrained);
    };
    const onDrain = () => settle(true);
    const onClose = () => settle(false);
    const timer = setTimeout(onClose, withinMs);
    socket.once("drain", onDrain).once("close", onClose);
  });
}
