import { viewOf } from "./bytes";
import type { Inspection } from "./inspectAudio";

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codec: 0x86,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Entered, not skipped: browsers leave the sizes of segment and cluster open. */
const CONTAINERS: readonly number[] = [
  ID.segment,
  ID.info,
  ID.tracks,
  ID.trackEntry,
  ID.cluster,
  ID.blockGroup,
];

const NANOSECONDS_PER_MS = 1e6;
/** The last block lasts too; an Opus block of a browser has 20 ms or more. */
const LAST_BLOCK_MS = 20;

interface Element {
  id: number;
  start: number;
  size: number;
}

interface Found {
  scale: number;
  announced: number;
  codecs: string[];
  cluster: number;
  lastBlock: number | null;
}

/** Recorders announce no duration, so the time of the last block is it. */
export function inspectWebm(bytes: Uint8Array): Inspection {
  if (bytes.length < 4 || viewOf(bytes).getUint32(0) !== ID.ebml) return null;
  const found: Found = {
    scale: NANOSECONDS_PER_MS,
    announced: 0,
    codecs: [],
    cluster: 0,
    lastBlock: null,
  };
  for (let at = 0; ;) {
    const element = elementAt(bytes, at);
    if (element === null) break;
    note(found, bytes, element);
    at = CONTAINERS.includes(element.id)
      ? element.start
      : element.start + element.size;
  }
  const isSound =
    found.codecs.length > 0 && found.codecs.every((c) => c.startsWith("A_"));
  if (!isSound || found.lastBlock === null) return null;
  const msPerTick = found.scale / NANOSECONDS_PER_MS;
  const last = found.lastBlock * msPerTick + LAST_BLOCK_MS;
  const durationMs = Math.round(Math.max(last, found.announced * msPerTick));
  return { durationMs };
}

function note(found: Found, bytes: Uint8Array, { id, start, size }: Element) {
  const content = bytes.subarray(start, start + size);
  if (id === ID.timestampScale) found.scale = unsigned(content);
  if (id === ID.duration) found.announced = float(content);
  if (id === ID.codec) found.codecs.push(new TextDecoder().decode(content));
  if (id === ID.clusterTimestamp) found.cluster = unsigned(content);
  if (id === ID.simpleBlock || id === ID.block) {
    const time = found.cluster + relativeTime(content);
    found.lastBlock = Math.max(found.lastBlock ?? 0, time);
  }
}

/** A block begins with its track number, then its time after the cluster's. */
function relativeTime(block: Uint8Array): number {
  const track = variableInt(block, 0, false);
  if (track === null || track.end + 2 > block.length) return 0;
  return viewOf(block).getInt16(track.end);
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = variableInt(bytes, at, true);
  const size = id && variableInt(bytes, id.end, false);
  if (!id || !size) return null;
  return { id: id.value, start: size.end, size: size.value };
}

/** The number of leading zeros says how many bytes follow; an id keeps its marker. */
function variableInt(bytes: Uint8Array, at: number, keepMarker: boolean) {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  const mask = keepMarker ? 0xff : 0xff >> length;
  let value = first & mask;
  for (let offset = 1; offset < length; offset++) {
    value = value * 256 + (bytes[at + offset] ?? 0);
  }
  return { value, end: at + length };
}

const unsigned = (content: Uint8Array) =>
  content.reduce((value, byte) => value * 256 + byte, 0);

function float(content: Uint8Array): number {
  if (content.length === 4) return viewOf(content).getFloat32(0);
  return content.length === 8 ? viewOf(content).getFloat64(0) : 0;
}
