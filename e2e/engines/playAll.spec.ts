/**
 * Plays a chain of verses over a real sound server, records the speakers, and finds where each
 * verse began.
 */
import { expect } from "@playwright/test";
import { ANALYSIS_RATE, decodeFixture } from "../audio.ts";
import { makeBeat, makeVerse } from "../content.ts";
import { findEvery } from "../signal.ts";
import { recordSpeakers } from "./recordSpeakers.ts";
import { button } from "./steps.ts";
import { test } from "./story.ts";

/** The same sound of 4.9 s in two formats. It contains marks that no other sound has. */
const FILES = ["beat-97bpm-marker-5s.wav", "beat-97bpm-marker-5s.mp3"];
const BAR_MS = (4 * 60_000) / 97;
/** Where the first bar starts in the file of each verse. */
const PLACED_MS = [0, 40, 20, 60, 0, 30, 10];
const BOUND_MS = { chromium: 20, firefox: 20, webkit: 50 };

// The test runs alone, because other tests interrupt the sound on a slow machine.
test("verses of 'Play all' meet on the bar line in what the speakers play @alone", async ({
  engineName,
  join,
  launch,
  openAs,
  openDesktop,
}, info) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  for (const [index, atMs] of PLACED_MS.entries())
    await makeVerse(rapper, beat.id, {
      file: FILES[index % FILES.length] ?? "",
      section: { startBar: 1, bars: 1, atMs, endMs: atMs + BAR_MS },
    });

  const engine = await launch(engineName, "given", { isHeard: true });
  const screen = await openAs(await join("listener"), engine);
  await screen.open(`/beats/${beat.id}?order=chain`);
  // The list of verses loads when it scrolls into view.
  await screen.press({ role: "combobox", name: "Order" }, "End");
  await screen.see(button("Play all"));
  const desktop = await openDesktop();
  const recording = await recordSpeakers(desktop, info.outputPath("played"));
  await screen.click(button("Play all"));
  await screen.see({ text: /7 of 7/ });
  const player = { role: "region", name: "Now playing" } as const;
  await screen.see({ ...button(/^Play /), within: player });
  await recording.stop();
  const bytes = await recording.read();
  const whole = new Uint8Array(bytes.subarray(0, bytes.length & ~3));
  const played = new Float32Array(whole.buffer);

  const { samples } = await decodeFixture(screen.tab, FILES[0] ?? "");
  const begins = findEvery(played, samples, PLACED_MS.length);
  const bars = begins.map(
    (at, index) => (1000 * at) / ANALYSIS_RATE + (PLACED_MS[index] ?? 0),
  );
  const errors = bars
    .slice(1)
    .map((bar, index) => bar - (bars[index] ?? 0) - BAR_MS);
  const description = errors.map((error) => error.toFixed(2)).join(", ");
  info.annotations.push({ type: "measured", description });
  for (const error of errors)
    expect(Math.abs(error)).toBeLessThanOrEqual(BOUND_MS[engineName]);
});
