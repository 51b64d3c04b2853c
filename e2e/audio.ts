/** Listens to what the app has stored: decodes in the browser, measures here. */
import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Enough for the marker signals, and small enough to hand over. */
export const ANALYSIS_RATE = 16_000;

export interface Sound {
  readonly durationSeconds: number;
  /** One channel at ANALYSIS_RATE. */
  readonly samples: Float32Array;
}

export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", "audio", name);
}

export async function decodeUrl(page: Page, url: string): Promise<Sound> {
  const response = await page.request.get(url);
  if (!response.ok())
    throw new Error(`${url} answered ${response.status()}, not a sound.`);
  return decode(page, await response.body());
}

export async function decodeFixture(page: Page, name: string): Promise<Sound> {
  return decodeFile(page, fixture(name));
}

export async function decodeFile(page: Page, path: string): Promise<Sound> {
  return decode(page, await readFile(path));
}

/** Any page will do: it lends its decoder. */
async function decode(page: Page, file: Buffer): Promise<Sound> {
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
