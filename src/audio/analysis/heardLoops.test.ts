/** Beats like those that people upload, decoded by a browser: short loops, drums alone, drill. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { viewOf } from "../../../convex/shared/audio/bytes";
import { mendBeat } from "../signal/mendBeat";
import { analyseBeat } from "./analyseBeat";

const RATE = 22_050;
const HEADER_BYTES = 44;

async function stored(name: string): Promise<Float32Array> {
  const file = await readFile(`convex/testing/audio/tempo/${name}.wav`);
  const view = viewOf(mendBeat(Uint8Array.from(file)));
  return Float32Array.from(
    { length: (view.byteLength - HEADER_BYTES) / 2 },
    (_, index) => view.getInt16(HEADER_BYTES + 2 * index, true) / 32_768,
  );
}

/** MP3 files without a description begin with up to 50 ms of their encoder's silence. */
test.each([
  ["loop-2bars-92", 92, 0],
  ["loop-4bars-97-drums", 97, 0],
  ["drums-8bars-92", 92, 50],
  ["drill-142", 142, 50],
  ["loop-2bars-97-cbr-notag", 97, 25],
])("hears %s at %i BPM, with bar 1 at %i ms", async (name, bpm, firstBarMs) => {
  const { tempo } = analyseBeat(await stored(name), RATE);
  expect(tempo).toMatchObject({ bpm, isSure: true });
  expect(Math.abs((tempo?.firstBarMs ?? NaN) - firstBarMs)).toBeLessThan(20);
});

test("says of a beat that its tempo changes, and names none", async () => {
  const analysis = analyseBeat(await stored("change-90-120"), RATE);
  expect(analysis).toMatchObject({ tempo: null, isChanging: true });
});
