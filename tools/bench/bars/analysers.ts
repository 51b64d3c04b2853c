/** The analysers that are compared. Each gets mono samples at 44.1 kHz. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { analyseBeat } from "../../../src/audio/analysis/analyseBeat.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { SAMPLE_RATE } from "./synthesise.ts";

/** Result of an analyser; a field is null if the analyser found nothing. */
export interface Heard {
  readonly bpm: number | null;
  readonly firstBarMs: number | null;
}

export interface Analyser {
  readonly name: string;
  analyse(samples: Float32Array): Promise<Heard>;
}

export const own: Analyser = {
  name: "the product",
  analyse: async (samples) => {
    const { tempo } = analyseBeat(halved(samples), SAMPLE_RATE / 2);
    return tempo ?? { bpm: null, firstBarMs: null };
  },
};

const MusicTempo = createRequire(import.meta.url)("music-tempo") as new (
  samples: Float32Array,
) => {
  readonly tempo: number | string;
  readonly beats: readonly number[];
}; // its package has no types

/** Knows beats but no bars: its first beat is taken as the first bar. */
export const musicTempo: Analyser = {
  name: "music-tempo",
  analyse: async (samples) => {
    try {
      const { tempo, beats } = new MusicTempo(samples);
      const [first] = beats;
      const bpm = Number(tempo);
      return {
        bpm: Number.isFinite(bpm) ? bpm : null,
        firstBarMs: first === undefined ? null : first * 1000,
      };
    } catch {
      // It throws if it finds no beat.
      return { bpm: null, firstBarMs: null };
    }
  },
};

const ORIGIN = "http://localhost:1";

/** Runs in Chromium, because the library needs Web Audio. It reports a tempo and no first bar. */
export class RealtimeBpmAnalyzer implements Analyser, AsyncDisposable {
  readonly name = "realtime-bpm-analyzer";
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<RealtimeBpmAnalyzer> {
    const browser = await chromium.launch({
      executablePath: ensureChromium((line) => console.error(line)),
      args: ["--no-sandbox"],
    });
    const page = await browser.newPage();
    const library = readFileSync(
      new URL(
        "../../node_modules/realtime-bpm-analyzer/dist/index.esm.js",
        import.meta.url,
      ),
      "utf8",
    );
    await page.route("**/*", (route) =>
      route.request().url().endsWith("library.js")
        ? route.fulfill({ contentType: "text/javascript", body: library })
        : route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
    );
    await page.goto(ORIGIN);
    return new RealtimeBpmAnalyzer(browser, page);
  }

  async analyse(samples: Float32Array): Promise<Heard> {
    const bytes = Int16Array.from(samples, (sample) => sample * 32_767);
    const encoded = Buffer.from(bytes.buffer).toString("base64");
    const bpm = await this.#page.evaluate(
      async ([data, sampleRate, path]) => {
        const values = new Int16Array(
          Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).buffer,
        );
        const buffer = new AudioBuffer({ length: values.length, sampleRate });
        buffer.copyToChannel(
          Float32Array.from(values, (value) => value / 32_767),
          0,
        );
        const library = (await import(path)) as {
          analyzeFullBuffer: (
            buffer: AudioBuffer,
          ) => Promise<{ tempo: number }[]>;
        };
        const tempos = await library.analyzeFullBuffer(buffer);
        return tempos[0]?.tempo ?? null;
      },
      [encoded, SAMPLE_RATE, `${ORIGIN}/library.js`] as const,
    );
    return { bpm, firstBarMs: null };
  }

  /** Decodes a file as the app does, to mono samples at 44.1 kHz. */
  async decode(file: Buffer): Promise<Float32Array> {
    const encoded = await this.#page.evaluate(
      async ([data, sampleRate]) => {
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const context = new OfflineAudioContext(1, 1, sampleRate);
        const buffer = await context.decodeAudioData(bytes.buffer);
        const mono = new Int16Array(buffer.length);
        const share = 32_767 / buffer.numberOfChannels;
        for (let channel = 0; channel < buffer.numberOfChannels; channel += 1)
          for (const [at, sample] of buffer.getChannelData(channel).entries())
            mono[at] = (mono[at] ?? 0) + sample * share;
        let text = "";
        for (const byte of new Uint8Array(mono.buffer))
          text += String.fromCharCode(byte);
        return btoa(text);
      },
      [file.toString("base64"), SAMPLE_RATE] as const,
    );
    const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
    return Float32Array.from(
      new Int16Array(bytes.buffer),
      (value) => value / 32_767,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Half the sample rate, which is what the product decodes to. */
function halved(samples: Float32Array): Float32Array {
  return Float32Array.from(
    { length: Math.floor(samples.length / 2) },
    (_, index) =>
      ((samples[2 * index] ?? 0) + (samples[2 * index + 1] ?? 0)) / 2,
  );
}
