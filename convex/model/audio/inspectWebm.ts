import { hasText, viewOf } from "../../shared/audio/bytes";
import { believedMs, leastMs, opusPacketMs } from "./soundLength";
import type { Work } from "../../shared/audio/work";
import type { Inspection } from "./inspection";

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codec: 0x86,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  cues: 0x1c53bb6b,
  seekHead: 0x114d9b74,
  tags: 0x1254c367,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  void: 0xec,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/**
 * Elements whose children the walk reads. It does not skip them, because
 * browsers leave the sizes of segments and clusters unknown.
 */
const CONTAINERS: ReadonlySet<number> = new Set([
  ID.segment,
  ID.info,
  ID.tracks,
  ID.trackEntry,
  ID.cluster,
  ID.blockGroup,
]);

/** The elements that a segment consists of. */
const PARTS: ReadonlySet<number> = new Set([
  ID.seekHead,
  ID.info,
  ID.tracks,
  ID.cluster,
  ID.cues,
  ID.tags,
  ID.chapters,
  ID.attachments,
]);

const NUMBERS: ReadonlySet<number> = new Set([
  ID.timestampScale,
  ID.duration,
  ID.clusterTimestamp,
]);

const NANOSECONDS_PER_MS = 1e6;
/** One second, in ns. */
const MAX_SCALE = 1e9;
/**
 * In bytes. If this many bytes follow the last element, Mediabunny looks for
 * another element and never ends.
 */
const ENDLESS_REST = 8;
/** The bits of a block's flags that say that it holds several packets. */
const LACING = 6;
/**
 * Assumed length of the last block: browsers write Opus blocks of 20 ms or
 * more.
 */
const LAST_BLOCK_MS = 20;

interface Element {
  id: number;
  start: number;
  size: number;
  /** Whether the file leaves the size unknown. */
  isEndless: boolean;
}

interface Found {
  /** In ns; null until a scale was found. Players use the first one. */
  scale: number | null;
  announced: number;
  hasSegment: boolean;
  hasOpus: boolean;
  hasOtherSound: boolean;
  /**
   * Whether the file has something that recorders do not write. Wrong nesting
   * keeps Mediabunny busy for ever in the browser of anyone who saves the file.
   */
  hasOther: boolean;
  /** Length of all packets, if they are Opus. */
  opusMs: number;
  /**
   * Where the current part of the segment ends: Infinity if the part does not
   * say, 0 between parts.
   */
  partEnd: number;
  cluster: number;
  lastBlock: number | null;
}

/**
 * Recognises sound-only WebM. Recorders state no duration, so the time of the
 * last block gives it. That time may be a lie. Opus packets state their own
 * length, so their sum is compared with it; for other sound, the size of the
 * file gives a minimum length.
 */
export function inspectWebm(bytes: Uint8Array, work: Work): Inspection {
  if (bytes.length < 4 || viewOf(bytes).getUint32(0) !== ID.ebml) return null;
  const found: Found = {
    scale: null,
    announced: 0,
    hasSegment: false,
    hasOpus: false,
    hasOtherSound: false,
    hasOther: false,
    opusMs: 0,
    partEnd: 0,
    cluster: 0,
    lastBlock: null,
  };
  for (let at = 0; ;) {
    work.spend(1);
    const element = elementAt(bytes, at);
    if (element === null) {
      // A recording may break off inside an element, but nothing else follows the last one.
      if (bytes.length - at >= ENDLESS_REST) found.hasOther = true;
      break;
    }
    noteNesting(found, at, element);
    note(found, bytes, element);
    at = CONTAINERS.has(element.id)
      ? element.start
      : element.start + element.size;
  }
  return isWhole(found) ? { durationMs: lengthOf(found, bytes.length) } : null;
}

function isWhole(found: Found): boolean {
  const { hasOpus, hasOtherSound, hasOther, lastBlock, scale } = found;
  const isScaled = scale === null || (scale > 0 && scale <= MAX_SCALE);
  return (
    (hasOpus || hasOtherSound) && !hasOther && isScaled && lastBlock !== null
  );
}

function lengthOf(found: Found, sizeBytes: number): number {
  const msPerTick = (found.scale ?? NANOSECONDS_PER_MS) / NANOSECONDS_PER_MS;
  const last = (found.lastBlock ?? 0) * msPerTick + LAST_BLOCK_MS;
  const statedMs = Math.max(last, found.announced * msPerTick);
  const heardMs = found.hasOtherSound ? leastMs(sizeBytes) : found.opusMs;
  return believedMs(statedMs, heardMs);
}

/**
 * Notes an element without an end, or in a place where recorders write none.
 */
function noteNesting(found: Found, at: number, element: Element) {
  const { id, start, size, isEndless } = element;
  if (at === 0) return; // the head of the file
  if (id === ID.segment) {
    if (found.hasSegment) found.hasOther = true;
    found.hasSegment = true;
    return;
  }
  const isOpenCluster = isEndless && id === ID.cluster;
  const end = isOpenCluster ? Infinity : start + size;
  const isIn = at < found.partEnd;
  const fits = isIn && end <= found.partEnd;
  const isPart = PARTS.has(id);
  const isPlaced = isPart
    ? !isIn || found.partEnd === Infinity
    : fits || (!isIn && id === ID.void);
  if (!isPlaced || (isEndless && !isOpenCluster)) found.hasOther = true;
  if (isPart) found.partEnd = end;
}

function note(found: Found, bytes: Uint8Array, element: Element) {
  const { id, start, size } = element;
  if (id === ID.codec) {
    if (hasText(bytes, start, "A_OPUS")) found.hasOpus = true;
    else if (hasText(bytes, start, "A_")) found.hasOtherSound = true;
    else found.hasOther = true;
  } else if (id === ID.encodings) {
    found.hasOther = true;
  } else if (id === ID.simpleBlock || id === ID.block) {
    noteBlock(found, bytes, element);
  } else if (NUMBERS.has(id)) {
    const content = bytes.subarray(start, start + size);
    if (id === ID.timestampScale) found.scale ??= unsigned(content);
    if (id === ID.duration) found.announced = float(content);
    if (id === ID.clusterTimestamp) found.cluster = unsigned(content);
  }
}

/** A block begins with its track, its time in the cluster and its flags. */
function noteBlock(found: Found, bytes: Uint8Array, block: Element) {
  const time = found.cluster + relativeTime(bytes, block);
  found.lastBlock = Math.max(found.lastBlock ?? 0, time);
  const { start, size } = block;
  const track = size > 3 ? variableInt(bytes, start, false) : null;
  if (track === null) return;
  const flags = bytes[track.end + 2] ?? 0;
  if ((flags & LACING) !== 0) found.hasOther = true;
  found.opusMs += opusPacketMs(bytes, track.end + 3);
}

/**
 * Reads a block's time relative to its cluster, which follows the track number.
 */
function relativeTime(bytes: Uint8Array, { start, size }: Element): number {
  const track = size > 2 ? variableInt(bytes, start, false) : null;
  if (track === null) return 0;
  const end = Math.min(start + size, bytes.length);
  return track.end + 2 > end ? 0 : viewOf(bytes).getInt16(track.end);
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = variableInt(bytes, at, true);
  const size = id && variableInt(bytes, id.end, false);
  if (!id || !size) return null;
  const bits = 7 * (size.end - id.end);
  const isEndless = size.value === 2 ** bits - 1;
  return { id: id.value, start: size.end, size: size.value, isEndless };
}

/**
 * Reads an EBML number. The leading zeros of its first byte give its length. An
 * element id keeps the marker bit after them; a size does not.
 */
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

/** Reads at most eight bytes; no valid number here is longer. */
const unsigned = (content: Uint8Array) =>
  content.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0);

function float(content: Uint8Array): number {
  if (content.length === 4) return viewOf(content).getFloat32(0);
  return content.length === 8 ? viewOf(content).getFloat64(0) : 0;
}
