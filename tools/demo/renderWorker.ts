/** Renders songs one at a time, off the server's main thread. */
import { parentPort } from "node:worker_threads";
import { computePeaks } from "../../src/audio/signal/peaks.ts";
import type { RenderedFile, RenderedSong } from "./renderSongs.ts";
import type { Song } from "./songs.ts";
import { renderBeat } from "./synth/renderBeat.ts";
import { renderVerse } from "./synth/renderVerse.ts";
import { SAMPLE_RATE } from "./synth/sound.ts";
import { encodeWav } from "./synth/encodeWav.ts";

parentPort?.on("message", (song: Song) => {
  const beat = renderBeat(song);
  const rendered: RenderedSong = {
    beat: toFile([beat.left, beat.right]),
    takes: song.takes.map(({ seed }) =>
      toFile([renderVerse(song, beat, seed)]),
    ),
  };
  const buffers = [rendered.beat, ...rendered.takes].map(
    ({ wav }) => wav.buffer,
  );
  parentPort?.postMessage(rendered, buffers);
});

function toFile(channels: readonly Float32Array[]): RenderedFile {
  const frames = channels[0]?.length ?? 0;
  return {
    wav: encodeWav(channels),
    peaks: computePeaks(channels),
    durationMs: Math.round((frames / SAMPLE_RATE) * 1_000),
  };
}
