/**
 * A WebSocket client with nothing in it, so that a thousand of them cost less
 * than the server they watch: one TCP socket, text frames, no extensions.
 */
import { randomBytes } from "node:crypto";
import { type Socket, connect } from "node:net";

const HEADER_END = Buffer.from("\r\n\r\n");
const TEXT = 0x1;
const PING = 0x9;
const PONG = 0xa;

export class RawSocket {
  /** Called with one whole text message; the buffer is only lent. */
  onText: (text: Buffer) => void = () => undefined;
  readonly #socket: Socket;
  #pending: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static open(port: number, path: string): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const raw = new RawSocket(socket);
      let head: Buffer = Buffer.alloc(0);
      const onHead = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(HEADER_END);
        if (end < 0) return;
        socket.off("data", onHead);
        if (!head.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101"))) {
          reject(new Error(head.subarray(0, 200).toString()));
          return;
        }
        socket.on("data", (data) => raw.#receive(data));
        resolve(raw);
        const rest = head.subarray(end + HEADER_END.length);
        if (rest.length > 0) setImmediate(() => raw.#receive(rest));
      };
      socket.on("data", onHead);
      socket.on("error", reject);
      socket.write(handshake(port, path));
    });
  }

  send(text: string): void {
    this.#socket.write(maskedFrame(TEXT, Buffer.from(text)));
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    let data =
      this.#pending.length === 0
        ? chunk
        : Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const frame = nextFrame(data);
      if (frame === null) break;
      if (frame.opcode === TEXT) this.onText(frame.payload);
      if (frame.opcode === PING)
        this.#socket.write(maskedFrame(PONG, frame.payload));
      data = data.subarray(frame.length);
    }
    this.#pending = data;
  }
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Header included. */
  readonly length: number;
}

/** Servers neither mask nor, in these measures, split a message. */
function nextFrame(data: Buffer): Frame | null {
  if (data.length < 2) return null;
  const first = data.readUInt8(0);
  const short = data.readUInt8(1);
  const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < headLength) return null;
  const size =
    short < 126
      ? short
      : short === 126
        ? data.readUInt16BE(2)
        : Number(data.readBigUInt64BE(2));
  const length = headLength + size;
  if (data.length < length) return null;
  return {
    opcode: first & 0xf,
    payload: data.subarray(headLength, length),
    length,
  };
}

/** A mask of zeros is a mask, and leaves the bytes alone. */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, 0, 0]);
  if (payload.length > 0xffff) throw new Error("The message is too long.");
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

function handshake(port: number, path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    "\r\n",
  ].join("\r\n");
}
