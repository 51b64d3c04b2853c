/**
 * Mixes a voice and a beat at ten pairs of levels, as the app publishes them,
 * and measures the files before and after levels were set.
 */
import { resolve } from "node:path";
import { chromium, type Page } from "playwright-core";
import { createServer } from "vite";
import { ensureChromium } from "../../scripts/chromium.ts";
import type { Finding, Study } from "../study.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const AUDIO = "/e2e/fixtures/audio";
const SECONDS = 30;
const AIM = { lufs: -14, within: 1, truePeakDbtp: -1 };

const VOICES = [
  { voice: "quiet", voiceGainDb: -25, noiseDb: null },
  { voice: "normal", voiceGainDb: 0, noiseDb: null },
  { voice: "loud", voiceGainDb: 6, noiseDb: null },
  { voice: "clipping", voiceGainDb: 18, noiseDb: null },
  { voice: "in a noisy room", voiceGainDb: -10, noiseDb: -38 },
] as const;

const BEATS = [
  { beat: "quiet", beatGainDb: -9 },
  { beat: "loud", beatGainDb: 14 },
] as const;

const SOUNDS = ["dry", "clean", "warm", "hall", "phone"] as const;

interface Mixed {
  readonly lufs: number | null;
  readonly truePeakDbtp: number;
  readonly voiceOverBeat: number;
}

interface Outcome {
  readonly before: Mixed;
  readonly after: Mixed;
  readonly renderMs: number;
}

interface SoundOutcome {
  readonly sound: string;
  readonly gainLu: number;
  readonly delayMs: number;
}

/** The page's window; see `src/testing/mixTrial.ts`. */
interface Trials {
  tryMix(trial: object): Promise<Outcome>;
  trySounds(voiceUrl: string): Promise<SoundOutcome[]>;
}

export const mixes: Study = {
  name: "mixes",
  async run() {
    const server = await createServer({
      root: ROOT,
      configFile: false,
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, ws: false },
    });
    await server.listen();
    const browser = await chromium.launch({
      executablePath: ensureChromium((line) => console.error(line)),
      args: ["--no-sandbox"],
    });
    try {
      const page = await browser.newPage();
      const [origin = ""] = server.resolvedUrls?.local ?? [];
      await page.goto(`${origin}tools/bench/mixes/page.html`);
      await page.waitForFunction(() => "tryMix" in globalThis);
      return await measureAll(page);
    } finally {
      await browser.close();
      await server.close();
    }
  },
};

async function measureAll(page: Page): Promise<Finding> {
  const mixed = [];
  for (const voice of VOICES) {
    for (const beat of BEATS)
      mixed.push(await measure(page, voice, beat, "dry"));
  }
  const [, normal] = VOICES;
  const [, loud] = BEATS;
  const sounds = [];
  for (const sound of SOUNDS) {
    sounds.push(await measure(page, normal, loud, sound));
  }
  const chains = await page.evaluate(
    (url) => (globalThis as unknown as Trials).trySounds(url), // see `Trials`
    `${AUDIO}/voice-rap-espeak-48k-mono.wav`,
  );
  return {
    lines: table(mixed, sounds, chains),
    figures: { mixed, sounds, chains },
  };
}

type Row = Awaited<ReturnType<typeof measure>>;

async function measure(
  page: Page,
  voice: (typeof VOICES)[number],
  beat: (typeof BEATS)[number],
  sound: (typeof SOUNDS)[number],
) {
  const outcome = await page.evaluate(
    (trial) => (globalThis as unknown as Trials).tryMix(trial), // see `Trials`
    {
      ...{ ...voice, ...beat, sound, seconds: SECONDS },
      voiceUrl: `${AUDIO}/voice-rap-espeak-48k-mono.wav`,
      beatUrl: `${AUDIO}/beat-97bpm-pcm16-stereo-44k.wav`,
    },
  );
  return { voice: voice.voice, beat: beat.beat, sound, ...outcome };
}

function table(
  mixed: readonly Row[],
  sounds: readonly Row[],
  chains: readonly SoundOutcome[],
): string[] {
  return [
    `Verses of ${SECONDS} s, as decoded from the published file. Aim: ${AIM.lufs} LUFS within ${AIM.within} LU, at most ${AIM.truePeakDbtp} dBTP. Before, the limiter of the recorder was all`,
    "that stood between the microphone and the file; its files were measured without the loss of the codec.",
    "",
    "| voice | beat | LUFS before | after | dBTP before | after | voice over beat before | after | aim |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...mixed.map((row) => `| ${row.voice} | ${row.beat} | ${cells(row)} |`),
    "",
    "A normal voice on a loud beat with each sound of the voice. The last two columns show the effects alone: how much",
    "louder a voice leaves them, and how late a click does.",
    "",
    "| sound | LUFS | dBTP | aim | loudness | delay |",
    "| --- | --- | --- | --- | --- | --- |",
    ...sounds.map(({ sound, after }) => {
      const chain = chains.find((each) => each.sound === sound);
      return `| ${sound} | ${tenths(after.lufs)} | ${tenths(after.truePeakDbtp)} | ${verdict(after)} | ${tenths(chain?.gainLu)} LU | ${tenths(chain?.delayMs)} ms |`;
    }),
    "",
    `Mixing took ${Math.round(Math.min(...mixed.map((row) => row.renderMs)))} to ${Math.round(Math.max(...mixed.map((row) => row.renderMs)))} ms.`,
  ];
}

function cells({ before, after }: Row): string {
  const figures = (["lufs", "truePeakDbtp", "voiceOverBeat"] as const).flatMap(
    (figure) => [tenths(before[figure]), tenths(after[figure])],
  );
  return [...figures, verdict(after)].join(" | ");
}

function verdict({ lufs, truePeakDbtp }: Mixed): string {
  const isMet =
    lufs !== null &&
    Math.abs(lufs - AIM.lufs) <= AIM.within &&
    truePeakDbtp <= AIM.truePeakDbtp;
  return isMet ? "met" : "missed";
}

function tenths(value: number | null | undefined): string {
  return value?.toFixed(1) ?? "-";
}
