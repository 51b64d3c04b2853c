/** WebSocket connections by hand: nothing that would make them proper, and little memory each. */
import { connect, type Socket } from "node:net";

const handshake = [
  "GET /api/1.48.0/sync HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n",
].join("\r\n");

/** A socket whose errors are of no interest. */
export function plainSocket(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
}

/** After the handshake; null when it was refused. */
export async function upgraded(port: number): Promise<Socket | null> {
  const socket = plainSocket(port);
  socket.write(handshake);
  const answer = await new Promise<Buffer | null>((resolve) => {
    socket.once("data", resolve);
    socket.once("close", () => resolve(null));
  });
  if (answer?.includes("101 Switching")) return socket;
  socket.destroy();
  return null;
}

const fin = 0x80;
const text = 0x1;
const isMasked = 0x80;

/** One masked text frame, with a mask of zeros. */
export function textFrame(message: string): Buffer {
  const payload = Buffer.from(message);
  return Buffer.concat([frameHeader(fin | text, payload.length), payload]);
}

/** Header of a masked frame that declares `length` bytes. */
export function frameHeader(first: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, isMasked | length, 0, 0, 0, 0]);
  if (length < 65_536) {
    return Buffer.from([
      first,
      isMasked | 126,
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
  header[1] = isMasked | 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

export const connectMessage =
  '{"type":"Connect","sessionId":"00000000-0000-4000-8000-000000000000","connectionCount":0,"lastCloseReason":null,"clientTs":0}';

export function watchMessage(udfPath: string, args: object): string {
  return JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: [{ type: "Add", queryId: 0, udfPath, args: [args] }],
  });
}
