/**
 * The process of the virtual cable. It reads what the speakers play from its input, delays and
 * marks it, and writes it to the microphone. It writes one sample for each that it reads, so it
 * cannot lose or gain time.
 *
 * `node cableFilter.ts RATE DELAY_MS` with mono 16-bit samples.
 */
import { readSync, writeSync } from "node:fs";
import { MARK_HERTZ, UNMARKED_SHARE } from "./markedSound.ts";

const [rate = 48_000, delayMs = 0] = process.argv.slice(2).map(Number);

const line = new Int16Array(Math.max(1, Math.round((delayMs / 1000) * rate)));
const isDelayed = delayMs > 0;
const step = (2 * Math.PI * MARK_HERTZ) / rate;
const block = new Int16Array(4_096);
const bytes = new Uint8Array(block.buffer);
let pending = 0;
let frame = 0;

function pass(sample: number): number {
  const place = frame % line.length;
  const heard = isDelayed ? (line[place] ?? 0) : sample;
  line[place] = sample;
  const marked = heard * (UNMARKED_SHARE + Math.cos(step * frame));
  frame += 1;
  return Math.max(-32_768, Math.min(32_767, Math.round(marked)));
}

function writeAll(until: number): void {
  for (let from = 0; from < until;)
    from += writeSync(1, bytes, from, until - from);
}

for (;;) {
  const count = readSync(0, bytes, pending, bytes.length - pending, null);
  if (count === 0) break;
  const end = pending + count;
  const frames = end >> 1;
  for (let index = 0; index < frames; index += 1)
    block[index] = pass(block[index] ?? 0);
  const odd = bytes[end - 1] ?? 0;
  writeAll(frames * 2);
  pending = end & 1;
  if (pending === 1) bytes[0] = odd;
}
