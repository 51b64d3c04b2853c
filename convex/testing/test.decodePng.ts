import { inflateSync } from "node:zlib";

export interface DecodedPng {
  readonly width: number;
  readonly height: number;
  /** Returns the colour at a point as 0xRRGGBB. */
  colorAt(x: number, y: number): number;
}

const CHANNELS = 4;

/** Decodes a PNG with 8 bits per channel, in RGBA and not interlaced. */
export function decodePng(bytes: Uint8Array): DecodedPng {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const format = [...bytes.subarray(24, 29)];
  if (format.join() !== "8,6,0,0,0")
    throw new Error(`not RGBA: ${format.join()}`);
  const rows = unfilter(inflateSync(imageData(bytes, view)), width, height);
  const colorAt = (x: number, y: number) => {
    const at = (y * width + x) * CHANNELS;
    const [red = 0, green = 0, blue = 0] = rows.subarray(at, at + 3);
    return (red << 16) | (green << 8) | blue;
  };
  return { width, height, colorAt };
}

/** Joins the IDAT chunks. */
function imageData(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function unfilter(data: Uint8Array, width: number, height: number) {
  const stride = width * CHANNELS;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < CHANNELS ? 0 : (rows[at - CHANNELS] ?? 0);
      const up = y === 0 ? 0 : (rows[at - stride] ?? 0);
      const corner =
        x < CHANNELS || y === 0 ? 0 : (rows[at - stride - CHANNELS] ?? 0);
      const raw = data[y * (stride + 1) + 1 + x] ?? 0;
      rows[at] = raw + predicted(filter, left, up, corner);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, corner: number) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 4) return paeth(left, up, corner);
  return 0;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
