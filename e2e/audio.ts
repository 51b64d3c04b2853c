/** Decodes stored audio in the browser and measures it here. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Sample rate in Hz: high enough for the marker signals, low enough to pass the
 * samples out of the browser.
 */
export const ANALYSIS_RATE = 16_000;

export interface Sound {
  readonly durationSeconds: number;
  /** Mono samples at ANALYSIS_RATE. */
  readonly samples: Float32Array;
}

interface DecodeJob {
  readonly base64: string;
  readonly rate: number;
}

/** Any page whose browser can decode audio, in Playwright or Puppeteer. */
interface Decoder {
  evaluate(
    run: (job: DecodeJob) => Promise<{ seconds: number; base64: string }>,
    job: DecodeJob,
  ): Promise<{ seconds: number; base64: string }>;
}

export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", "audio", name);
}

export async function decodeUrl(page: Decoder, url: string): Promise<Sound> {
  return decode(page, await fetchSound(url));
}

export async function fetchSound(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}, not a sound.`);
  return Buffer.from(await response.arrayBuffer());
}

export async function decodeFixture(
  page: Decoder,
  name: string,
): Promise<Sound> {
  return decodeFile(page, fixture(name));
}

export async function decodeFile(page: Decoder, path: string): Promise<Sound> {
  return decode(page, await readFile(path));
}

export async function decode(page: Decoder, file: Buffer): Promise<Sound> {
  const decoded = await page.evaluate(
    async ({ base64, rate }) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const context = new OfflineAudioContext(1, 1, rate);
      const buffer = await context.decodeAudioData(bytes.buffer);
      const mono = new Float32Array(buffer.length);
      for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
        const samples = buffer.getChannelData(channel);
        for (let i = 0; i < samples.length; i++)
          mono[i] =
            (mono[i] ?? 0) + (samples[i] ?? 0) / buffer.numberOfChannels;
      }
      let text = "";
      for (const byte of new Uint8Array(mono.buffer))
        text += String.fromCharCode(byte);
      return { seconds: buffer.duration, base64: btoa(text) };
    },
    { base64: file.toString("base64"), rate: ANALYSIS_RATE },
  );
  const bytes = new Uint8Array(Buffer.from(decoded.base64, "base64"));
  return {
    durationSeconds: decoded.seconds,
    samples: new Float32Array(bytes.buffer),
  };
}
