/**
 * WebSocket connections written by hand: they allow invalid input and need
 * little memory each.
 */
import { connect, type Socket } from "node:net";

const HANDSHAKE = [
  "GET /api/1.48.0/sync HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** Opens a socket that ignores errors. */
export function plainSocket(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
}

/** Opens a sync connection. Returns null if the handshake was refused. */
export function upgraded(port: number): Promise<Socket | null> {
  return upgrade(port, HANDSHAKE);
}

/** Opens a sync connection as a proxy does for a client at `address`. */
export function upgradedFrom(
  port: number,
  address: string,
): Promise<Socket | null> {
  return upgrade(port, [...HANDSHAKE, `X-Forwarded-For: ${address}`]);
}

async function upgrade(
  port: number,
  lines: readonly string[],
): Promise<Socket | null> {
  const socket = plainSocket(port);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const answer = await new Promise<Buffer | null>((resolve) => {
    socket.once("data", resolve);
    socket.once("close", () => resolve(null));
  });
  if (answer?.includes("101 Switching")) return socket;
  socket.destroy();
  return null;
}

const FIN = 0x80;
const TEXT = 0x1;
const PONG = 0xa;
const IS_MASKED = 0x80;

/** Returns one text frame, masked with zeros. */
export function textFrame(message: string): Buffer {
  const payload = Buffer.from(message);
  return Buffer.concat([frameHeader(FIN | TEXT, payload.length), payload]);
}

/** Returns the header of a masked frame that declares `length` bytes. */
export function frameHeader(first: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, IS_MASKED | length, 0, 0, 0, 0]);
  if (length < 65_536) {
    return Buffer.from([
      first,
      IS_MASKED | 126,
      length >> 8,
      length & 255,
      0,
      0,
      0,
      0,
    ]);
  }
  const header = Buffer.alloc(14);
  header[0] = first;
  header[1] = IS_MASKED | 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/** A pong that answers no ping. It tells the server that the client is still there. */
export const PONG_FRAME = frameHeader(FIN | PONG, 0);

export const CONNECT_MESSAGE =
  '{"type":"Connect","sessionId":"00000000-0000-4000-8000-000000000000","connectionCount":0,"lastCloseReason":null,"clientTs":0}';

/**
 * Adds a query. `queryId` must count up from 0 on each connection, because it
 * is also the base version.
 */
export function watchMessage(
  udfPath: string,
  args: object,
  queryId = 0,
): string {
  return JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: queryId,
    newVersion: queryId + 1,
    modifications: [{ type: "Add", queryId, udfPath, args: [args] }],
  });
}
