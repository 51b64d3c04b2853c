/**
 * Plays the verses of a live cypher in several browsers over a real sound server, and measures in
 * the recordings how far apart the browsers were.
 */
import { expect } from "@playwright/test";
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { ANALYSIS_RATE } from "../../audio.ts";
import { LiveCypher } from "../../liveCypher.ts";
import { makeBeat } from "../../content.ts";
import { CLEARLY_THERE, findSound } from "../../signal.ts";
import { burst } from "../../noiseVerse.ts";
import { recordSpeakers } from "../recordSpeakers.ts";
import { button } from "../steps.ts";
import type { Screen } from "../screen.ts";
import { test } from "../story.ts";
import type { VirtualDesktop } from "../virtualDesktop.ts";

const run = promisify(execFile);

/**
 * How many verses are played. More verses give a better measurement. `ROOM_DROPS` may be at most
 * 10, because a cypher and its line allow no more.
 */
const DROPS = Number(process.env.ROOM_DROPS ?? 3);
/**
 * About how long a message takes to or from two of the browsers, in ms: 0.5 to 1.5 times this. Set
 * it with `ROOM_DELAY_MS=100`.
 */
const WAY_MS = Number(process.env.ROOM_DELAY_MS ?? 0);
const IN_STEP_MS = 150;
const PLACES = ["front-left", "front-right", "rear-left", "rear-right"];

test("a verse drops at the same moment in several browsers @alone", async ({
  altered,
  app,
  engineNames,
  join,
  launch,
  openAs,
  openDesktop,
}, info) => {
  test.slow();
  const beat = await makeBeat(await join("producer"), { bpm: 300 });
  const rappers = [await join("rapper"), await join("rapper")];
  const cypher = await LiveCypher.open(rappers, beat.id);
  const desktop = await openDesktop();
  await addSpeakers(desktop);
  altered.delay(WAY_MS);
  const names = ["chromium", ...engineNames] as const;
  for (const [index, name] of names.entries()) {
    const engine = await launch(name, "given", { isHeard: true });
    const from = index % 2 === 0 ? app : altered;
    const screen = await openAs(await join("listener"), engine, from);
    await listen(screen, cypher.path);
    await moveNewTo(desktop, index);
  }
  const recording = await recordSpeakers(desktop, info.outputPath("heard"), {
    speakers: "all",
    channels: `--channels=${PLACES.length} --channel-map=${PLACES.join(",")}`,
  });
  const drops: number[] = [];
  for (let drop = 0; drop < DROPS; drop += 1) {
    drops.push(framesIn(await recording.read()));
    await cypher.rap(drop);
  }
  await recording.stop();

  const bytes = await recording.read();
  const sound = burst();
  const apart = drops.flatMap((from, drop) => {
    const to = drops[drop + 1] ?? framesIn(bytes);
    const at = names.map((_, place) => {
      const part = channelOf(bytes, place, from, to);
      const { offsetSamples, strength } = findSound(part, sound);
      expect(strength).toBeGreaterThan(CLEARLY_THERE);
      return (1000 * offsetSamples) / ANALYSIS_RATE;
    });
    return pairs(at).map(([one, other]) => Math.abs(one - other));
  });
  const sorted = apart.toSorted((one, other) => one - other);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? NaN;
  const description = `${names.join(", ")}: p95 ${p95.toFixed(1)} ms of ${sorted.map((ms) => ms.toFixed(1)).join(", ")}`;
  info.annotations.push({ type: "measured", description });
  process.stdout.write(`${description}\n`);
  expect(p95).toBeLessThanOrEqual(IN_STEP_MS);
});

/** Opens the room, and taps where the browser asks for it. */
async function listen(screen: Screen, path: string): Promise<void> {
  await screen.open(path);
  await screen.see(button(/^(Tap to listen|Stop listening)$/));
  await pause(1_000);
  if ((await screen.tab.count(button("Tap to listen"))) > 0)
    await screen.click(button("Tap to listen"));
  await screen.see({ text: /The beat rides/ });
}

/** Adds one speaker for each browser. All of them are recorded together. */
async function addSpeakers(desktop: VirtualDesktop): Promise<void> {
  await pactl(desktop, [
    ...["load-module", "module-null-sink", "sink_name=all"],
    ...[`channels=${PLACES.length}`, `channel_map=${PLACES.join(",")}`],
  ]);
  for (const [index, place] of PLACES.entries())
    await pactl(desktop, [
      ...["load-module", "module-remap-sink", `sink_name=out${index}`],
      ...["master=all", "channels=1", "channel_map=mono", "remix=no"],
      `master_channel_map=${place}`,
    ]);
}

/** Moves the sound that plays into the common speakers to a speaker of its own. */
async function moveNewTo(desktop: VirtualDesktop, index: number) {
  const sinks = await pactl(desktop, ["list", "short", "sinks"]);
  const common = /^(\d+)\tspeakers\t/m.exec(sinks)?.[1];
  // A browser may say that it plays before its sound reaches the speakers.
  await expect(async () => {
    const inputs = await pactl(desktop, ["list", "short", "sink-inputs"]);
    const mine = inputs
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([, sink]) => sink === common);
    expect(mine.length).toBeGreaterThan(0);
    for (const [input = ""] of mine)
      await pactl(desktop, ["move-sink-input", input, `out${index}`]);
  }).toPass();
}

async function pactl(desktop: VirtualDesktop, args: readonly string[]) {
  const env = { ...process.env, ...desktop.env };
  return (await run("pactl", args, { env })).stdout;
}

const FRAME_BYTES = 4 * PLACES.length;

const framesIn = (bytes: Buffer) => Math.floor(bytes.length / FRAME_BYTES);

function channelOf(bytes: Buffer, place: number, from: number, to: number) {
  return Float32Array.from({ length: to - from }, (_, frame) =>
    bytes.readFloatLE((from + frame) * FRAME_BYTES + 4 * place),
  );
}

const pairs = (values: readonly number[]) =>
  values.flatMap((one, index) =>
    values.slice(index + 1).map((other) => [one, other] as const),
  );
