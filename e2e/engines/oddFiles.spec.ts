/** Every odd file that the app accepts plays, loops, can be recorded over and is saved whole. */
import { expect } from "@playwright/test";
import { join } from "node:path";
import { createServer } from "vite";
import { test } from "./story.ts";

/** The files, which the app accepts after mending them, and their right lengths in ms. */
const FILES = [
  ["mp3-apev2-start-cover.mp3", 4989],
  ["mp3-cbr-lame.mp3", 4949],
  ["mp3-cbr-notag.mp3", 4989],
  ["mp3-id3-padding-20k-uncounted.mp3", 4989],
  ["mp3-lavc-tag.mp3", 4948],
  ["mp3-mpeg2-lame.mp3", 4948],
  ["mp3-mpeg25-lame.mp3", 4948],
  ["mp3-mpeg25-8khz-notag.mp3", 5112],
  ["mp3-mpeg2-vbr.mp3", 4948],
  ["mp3-mpeg25-vbr.mp3", 4948],
  ["mp3-padding-4k.mp3", 4989],
  ["mp3-vbr-noxing.mp3", 4989],
  ["snd-inf.wav", 2900],
  ["snd-plus30db.wav", 2900],
  ["wav-alaw.wav", 4948],
  ["wav-data-before-fmt.wav", 4948],
  ["wav-data-size-0.wav", 4948],
  ["wav-rf64.wav", 4948],
  ["wav-riff-size-small.wav", 4948],
  ["wav-u8-odd.wav", 4948],
] as const;

/** Some engines leave out the silence that an encoder added, others do not. */
const MOST_OFF_MS = 70;
/**
 * In these files no engine may be off by more than `EXACT_OFF_MS`. Firefox used to leave out 17 and
 * 47 ms of their sound.
 */
const EXACT: readonly string[] = ["mp3-mpeg2-vbr.mp3", "mp3-mpeg25-vbr.mp3"];
const EXACT_OFF_MS = 5;

/**
 * All files except the two `snd-` ones hold two bars at 97 BPM, with the first hit at the start.
 */
const TWO_BARS_MS = (8 * 60_000) / 97;
const MOST_ROUND_OFF_MS = 2;
const MOST_LEAD_MS = 15;

/** A file 29.5 dB over full scale, and by how much the player turns it down. */
const LOUD_FILE = "snd-plus30db.wav";
const TURNED_DECIBELS = -30.5;

/** On a busy machine, the test may look at a player this late. */
const LOOKED_AFTER_MS = 500;

interface Heard {
  /** Length of the beat as the recorder decodes it. */
  readonly decodedMs: number;
  /** Length of the copy that another person saves, decoded in the same way. */
  readonly savedMs: number;
  /** Length of one round of the beat under a verse. */
  readonly roundMs: number;
  /** Time from the start of a round to its first hit. */
  readonly leadMs: number;
}

test("odd files play, loop, decode and are saved to their whole length", async ({
  openAs,
}) => {
  const server = await createServer({
    root: join(import.meta.dirname, "../.."),
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
    // Otherwise Vite would reload the page when it finds another package.
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await server.listen();
    const [origin = ""] = server.resolvedUrls?.local ?? [];
    const { tab } = await openAs(null);
    await tab.goto(`${origin}e2e/emptyPage.html`);
    for (const [name, rightMs] of FILES) {
      const { roundMs, leadMs, ...lengths } = await tab.evaluate(hear, name);
      if (!name.startsWith("snd-")) {
        const said = `${name}: rounds of ${roundMs}, hit after ${leadMs}`;
        const off = Math.abs(roundMs - TWO_BARS_MS);
        expect(off, said).toBeLessThan(MOST_ROUND_OFF_MS);
        expect(leadMs, said).toBeLessThan(MOST_LEAD_MS);
      }
      for (const [what, ms] of Object.entries(lengths)) {
        const said = `${name}: ${what} ${ms}`;
        const most = EXACT.includes(name) ? EXACT_OFF_MS : MOST_OFF_MS;
        expect(Math.abs(ms - rightMs), said).toBeLessThan(most);
      }
    }
    const gain = await tab.evaluate(gainOf, LOUD_FILE);
    expect(20 * Math.log10(gain)).toBeCloseTo(TURNED_DECIBELS, 0);
    const wantedMs = FILES.map(([, rightMs]) => rightMs - LOOKED_AFTER_MS);
    const played = await tab.evaluate(playAll, wantedMs);
    for (const [index, [name, rightMs]] of FILES.entries()) {
      const furthestMs = played[index] ?? -1;
      const said = `${name} began again after ${furthestMs}`;
      expect(furthestMs, said).toBeGreaterThan(rightMs - LOOKED_AFTER_MS);
    }
  } finally {
    await server.close();
  }
});

interface Kept {
  beats?: Blob[];
}

/** Runs in the page. Mends and decodes a file, and keeps the mended file for `playAll`. */
async function hear(name: string): Promise<Heard> {
  interface Modules {
    readonly mendBeat: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;
    readonly taggedFile: (
      file: Blob,
      tags: { readonly title: string },
    ) => Promise<{ file: Blob }>;
    readonly decodeWhole: (
      file: ArrayBuffer,
      context: BaseAudioContext,
      bpm: number,
    ) => Promise<{
      readonly buffer: AudioBuffer;
      readonly loop: {
        readonly startSeconds: number;
        readonly lengthSeconds: number;
      };
    }>;
  }
  const load = async (path: string) => (await import(path)) as Modules;
  const { mendBeat } = await load("/src/audio/signal/mendBeat.ts");
  const { taggedFile } = await load("/src/audio/mix/taggedFile.ts");
  const { decodeWhole } = await load("/src/audio/signal/decodeWhole.ts");
  const found = await fetch(`/convex/testing/audio/odd/${name}`);
  const mended = mendBeat(new Uint8Array(await found.arrayBuffer()));
  const type = name.endsWith(".mp3") ? "audio/mpeg" : "audio/wav";
  const beat = new Blob([mended], { type });
  ((window as Kept).beats ??= []).push(beat);
  const decodedMs = async (file: Blob) => {
    const context = new OfflineAudioContext(1, 1, 44_100);
    const bytes = await file.arrayBuffer();
    return 1000 * (await context.decodeAudioData(bytes)).duration;
  };
  const saved = await taggedFile(beat, { title: "Gali" });
  const context = new OfflineAudioContext(1, 1, 44_100);
  const whole = await decodeWhole(await beat.arrayBuffer(), context, 97);
  const { startSeconds, lengthSeconds } = whole.loop;
  const samples = whole.buffer
    .getChannelData(0)
    .subarray(Math.round(startSeconds * 44_100));
  const hit = samples.findIndex((sample) => Math.abs(sample) > 0.1);
  return {
    roundMs: 1000 * lengthSeconds,
    leadMs: hit / 44.1,
    decodedMs: await decodedMs(beat),
    savedMs: await decodedMs(saved.file),
  };
}

/** Runs in the page. Measures a file as the form does, and returns its volume in the player. */
async function gainOf(name: string): Promise<number> {
  interface Loudness {
    readonly lufs: number;
    readonly truePeakDbtp: number;
  }
  interface Modules {
    readonly loudnessOfFile: (file: Blob) => Promise<Loudness | undefined>;
    readonly equalGain: (loudness: Loudness | undefined) => number;
  }
  const load = async (path: string) => (await import(path)) as Modules;
  const { loudnessOfFile } = await load("/src/audio/signal/loudnessOfFile.ts");
  const { equalGain } = await load("/convex/shared/equalGain.ts");
  const found = await fetch(`/convex/testing/audio/odd/${name}`);
  return equalGain(await loudnessOfFile(await found.blob()));
}

/**
 * Runs in the page. Returns how many ms of each file play before it begins again; -1 if it never
 * does. A busy machine may miss the end of a round, so a file that seems too short gets more
 * rounds.
 */
function playAll(wantedMs: readonly number[]): Promise<number[]> {
  const furthestMs = (file: Blob, index: number) =>
    new Promise<number>((resolve, reject) => {
      const element = new Audio(URL.createObjectURL(file));
      Object.assign(element, { loop: true, muted: true });
      let furthest = 0;
      let hasBegunAgain = false;
      const startedAt = performance.now();
      const timer = setInterval(() => {
        const { currentTime } = element;
        hasBegunAgain ||= currentTime < furthest - 1;
        furthest = Math.max(furthest, currentTime);
        const isLong = 1000 * furthest > (wantedMs[index] ?? Infinity);
        const isOver = performance.now() - startedAt > 40_000;
        if ((hasBegunAgain && isLong) || isOver) {
          clearInterval(timer);
          element.pause();
          resolve(hasBegunAgain ? 1000 * furthest : -1);
        }
      }, 5);
      element.play().catch(reject);
    });
  return Promise.all(((window as Kept).beats ?? []).map(furthestMs));
}
