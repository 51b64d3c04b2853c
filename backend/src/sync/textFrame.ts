/**
 * Encodes a complete unmasked WebSocket text frame (RFC 6455, section 5.2). The
 * frame can be written to any number of sockets, so a broadcast is encoded
 * once.
 */
export function encodeTextFrame(text: string): Buffer {
  const sizeBytes = Buffer.byteLength(text);
  const headerBytes = sizeBytes < 126 ? 2 : sizeBytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + sizeBytes);
  frame[0] = 0x81;
  if (headerBytes === 2) {
    frame[1] = sizeBytes;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(sizeBytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(sizeBytes), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}
