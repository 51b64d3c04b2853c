/** Records takes over the virtual cable and measures where their voices land. */
import { chromium } from "playwright-core";
import type {
  MeasuredTake,
  StudioPage,
} from "../../../src/testing/studioPageApi.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { locateVoice } from "./locateVoice.ts";
import { makeNoiseBeat, wavFile } from "./markedSound.ts";
import { openStudioSite } from "./studioSite.ts";
import { type Cable, openCable, promoteSound } from "./virtualCable.ts";

export interface TakeResult {
  /** How much later than the beat the voice is at the start; NaN if it was not found. */
  readonly lateMs: number;
  /** The farthest that the voice moves away from its place at the start. */
  readonly jumpMs: number;
  /** Number of interruptions that the recorder reports to the rapper. */
  readonly told: number;
}

export interface CellResult {
  /** The delay that the sync check found; null if it found none it trusts. */
  readonly measuredMs: number | null;
  readonly checks: number;
  /** Whether the sound programs had the priority that sound has on phones. */
  readonly isPromoted: boolean;
  readonly takes: readonly TakeResult[];
}

export interface CellOptions {
  readonly takes: number;
  readonly takeMs: number;
}

const DECODED_RATE = 48_000;
const BEAT_SECONDS = 8;
/** How many times, at most, a rapper repeats the measurement when asked. */
const MAX_CHECKS = 5;

/** Runs the sync check and then records takes, each with a freshly opened microphone. */
export async function measureCell(
  cable: Cable,
  { takes, takeMs }: CellOptions,
): Promise<CellResult> {
  const beat = makeNoiseBeat(BEAT_SECONDS, DECODED_RATE);
  await using site = await openStudioSite(wavFile(beat, DECODED_RATE));
  const desktop = await openCable(cable);
  try {
    const browser = await launch(desktop.env);
    try {
      const studio = await openStudio(browser, site.url, cable);
      // The audio service starts with the first sound.
      await studio.measure();
      const isPromoted = await promoteSound(desktop);
      const check = await checkDelay(studio);
      const results: TakeResult[] = [];
      for (let take = 0; take < takes; take += 1)
        results.push(judge(await studio.take("/beat.wav", takeMs), beat));
      return { ...check, isPromoted, takes: results };
    } finally {
      await browser.close();
    }
  } finally {
    await desktop.close();
  }
}

function launch(env: Readonly<Record<string, string>>) {
  return chromium.launch({
    executablePath: ensureChromium((line) => console.error(line)),
    env: { ...process.env, ...env },
    ignoreDefaultArgs: ["--mute-audio"],
    args: [
      "--no-sandbox",
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
}

async function openStudio(
  browser: Awaited<ReturnType<typeof launch>>,
  url: string,
  { outputRate }: Cable,
): Promise<StudioPage> {
  const page = await browser.newPage();
  if (outputRate !== undefined)
    await page.addInitScript(setOutputRate, outputRate);
  await page.goto(url);
  await page.waitForFunction(() => "studioPage" in window);
  return {
    measure: () => page.evaluate(() => window.studioPage.measure()),
    take: (...request) =>
      page.evaluate((all) => window.studioPage.take(...all), request),
  };
}

/** Runs in the page before the recorder does. */
function setOutputRate(sampleRate: number): void {
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super({ ...options, sampleRate });
    }
  };
}

/** Measures again while the check asks for it. */
async function checkDelay(
  studio: StudioPage,
): Promise<Pick<CellResult, "measuredMs" | "checks">> {
  for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
    const verdict = await studio.measure();
    if (verdict.kind === "measured")
      return { measuredMs: verdict.seconds * 1000, checks };
  }
  return { measuredMs: null, checks: MAX_CHECKS };
}

function judge(take: MeasuredTake, beat: Float32Array): TakeResult {
  const bytes = new Uint8Array(Buffer.from(take.samples, "base64"));
  const file = new Float32Array(bytes.buffer);
  const places = locateVoice(file, beat, DECODED_RATE);
  const lateMs = places[0]?.lateMs ?? Number.NaN;
  const moves = places.map((place) => Math.abs(place.lateMs - lateMs));
  return { lateMs, jumpMs: Math.max(0, ...moves), told: take.dropouts };
}
