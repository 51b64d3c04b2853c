/**
 * A take above two minutes is decoded packet by packet. No story records for so
 * long, so this one reads short takes in both ways.
 */
import { expect, test } from "@playwright/test";
import { join } from "node:path";
import { createServer } from "vite";
import { reducePeaks } from "../src/audio/signal/peaks.ts";

const TAKES = ["verse-2s.webm", "verse-2s.ogg"];
/** The two ways to decode may differ by what an encoder adds at the start. */
const MOST_MS = 30;
const BARS = 16;
/** Out of 255. Decoding at once leaves out treble, which makes some of the peaks. */
const MOST_APART = 80;

interface AudioSummary {
  readonly durationMs: number;
  readonly peaks: number[];
}

/** What the two modules export. */
interface Summaries {
  readonly summarisePackets: (file: Blob) => Promise<AudioSummary | null>;
  readonly summariseAudio: (file: Blob) => Promise<AudioSummary>;
}

interface Ways {
  readonly inTurn: AudioSummary | null;
  readonly atOnce: AudioSummary;
}

test("finds the length and the waveform of a take packet by packet", async ({
  page,
}) => {
  const server = await createServer({
    root: join(import.meta.dirname, ".."),
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, ws: false },
    // Otherwise Vite would reload the page when it finds another package.
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await server.listen();
    const [origin = ""] = server.resolvedUrls?.local ?? [];
    await page.goto(`${origin}e2e/emptyPage.html`);
    for (const name of TAKES) {
      const { inTurn, atOnce } = await page.evaluate(
        readBothWays,
        `/convex/testing/audio/${name}`,
      );
      if (inTurn === null) throw new Error(`No packets of ${name}.`);
      const apartMs = inTurn.durationMs - atOnce.durationMs;
      expect(Math.abs(apartMs)).toBeLessThan(MOST_MS);
      const bars = reducePeaks(inTurn.peaks, BARS);
      const wanted = reducePeaks(atOnce.peaks, BARS);
      expect(bars).toHaveLength(BARS);
      for (const [at, bar] of bars.entries())
        expect(Math.abs(bar - (wanted[at] ?? 0))).toBeLessThan(MOST_APART);
    }
  } finally {
    await server.close();
  }
});

/** Runs in the page. */
async function readBothWays(url: string): Promise<Ways> {
  const load = async (path: string) => (await import(path)) as Summaries;
  const { summarisePackets } = await load("/src/audio/mix/summariseTake.ts");
  const { summariseAudio } = await load("/src/audio/signal/summariseAudio.ts");
  const file = await (await fetch(url)).blob();
  return {
    inTurn: await summarisePackets(file),
    atOnce: await summariseAudio(file),
  };
}
