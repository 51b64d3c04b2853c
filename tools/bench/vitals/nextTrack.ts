/**
 * Measures how long nothing is heard between two tracks of a list on a slow line,
 * in each engine: with the next file loaded ahead and, as for people who save
 * data, without.
 */
import { setTimeout as pause } from "node:timers/promises";
import { RunningApp } from "../../../e2e/app.ts";
import { makeBeat } from "../../../e2e/content.ts";
import type { Engine } from "../../../e2e/engines/engine.ts";
import { launchEngine } from "../../../e2e/engines/launchEngine.ts";
import { Screen } from "../../../e2e/engines/screen.ts";
import { button } from "../../../e2e/engines/steps.ts";
import { VirtualDesktop } from "../../../e2e/engines/virtualDesktop.ts";
import { type Person, storedSession } from "../../../e2e/people.ts";
import { ensureBrowsers } from "../../scripts/chromium.ts";
import type { EngineName } from "../../scripts/engines.ts";
import { median } from "../median.ts";
import type { Study } from "../study.ts";
import { joinApp } from "./inhabitedApp.ts";
import { SlowLine } from "./slowLine.ts";
import { milliseconds } from "./verdict.ts";

const RUNS = 3;
/** 956 kB for 40 s. */
const FILE = "beat-97bpm-cbr192-stereo-44k-id3art.mp3";
const ENGINES: readonly EngineName[] = ["chromium", "firefox", "webkit"];
/** Before its end, where the first track is heard from. */
const LAST_SECONDS = 12;
const LONGEST_WAIT_MS = 120_000;

interface World {
  readonly app: RunningApp;
  readonly producer: Person;
}

interface Gaps {
  readonly engine: EngineName;
  readonly aheadMs: number[];
  readonly withoutMs: number[];
}

export const nextTrack: Study = {
  name: "nextTrack",
  async run() {
    Object.assign(process.env, ensureBrowsers(console.error));
    using line = await SlowLine.listen();
    const app = await RunningApp.start({ SITE_URL: line.url });
    line.forwardTo(app.port);
    const desktop = await VirtualDesktop.open();
    try {
      const gaps: Gaps[] = [];
      for (const name of ENGINES) {
        const engine = await launchEngine(name, async () => desktop);
        // A list of its own, whose files no other engine has asked for.
        const producer = await joinApp(app, "producer");
        gaps.push(await gapsIn(engine, { app, producer }));
        await engine.close();
      }
      return { lines: table(gaps), figures: gaps };
    } finally {
      await desktop.close();
      await app.dispose();
    }
  },
};

async function gapsIn(engine: Engine, world: World): Promise<Gaps> {
  const gaps: Gaps = { engine: engine.name, aheadMs: [], withoutMs: [] };
  for (let run = 0; run < RUNS; run++) {
    gaps.withoutMs.push(await gap(engine, world, true));
    gaps.aheadMs.push(await gap(engine, world, false));
  }
  return gaps;
}

async function gap(
  engine: Engine,
  { app, producer }: World,
  savesData: boolean,
): Promise<number> {
  const mark = performance.now().toFixed(0);
  await makeBeat(producer, { file: FILE, title: `Second ${mark}` });
  await makeBeat(producer, { file: FILE, title: `First ${mark}` });
  const tab = await engine.openTab();
  try {
    const screen = new Screen(tab, app.url);
    await screen.open("/robots.txt");
    await tab.evaluate(
      (entries) => {
        for (const { name, value } of entries)
          localStorage.setItem(name, value);
      },
      storedSession(app, await joinApp(app, "listener")),
    );
    await screen.open(`/profile/${producer.userId}`);
    await screen.see(button(`Play First ${mark}`));
    await tab.evaluate(watch, { savesData, lastSeconds: LAST_SECONDS });
    await screen.click(button(`Play First ${mark}`));
    return await noted(screen);
  } finally {
    await tab.close();
  }
}

/** A driver does not wait for a page as long as a track plays. */
async function noted({ tab }: Screen): Promise<number> {
  const givesUpAtMs = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < givesUpAtMs) {
    await pause(250);
    const gapMs = await tab.evaluate(
      () => (window as Window & { gapMs?: number }).gapMs ?? null,
      null,
    );
    if (gapMs !== null) return gapMs;
  }
  throw new Error("The next track did not begin.");
}

/** Runs in the page. Goes near the end of the first track, and waits for the second one. */
function watch(given: { savesData: boolean; lastSeconds: number }): void {
  if (given.savesData)
    Object.defineProperty(navigator, "connection", {
      value: { saveData: true },
    });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    HTMLMediaElement.prototype.play = play;
    const first = this.src;
    this.addEventListener(
      "playing",
      () => (this.currentTime = this.duration - given.lastSeconds),
      { once: true },
    );
    this.addEventListener(
      "ended",
      () => {
        const endedAtMs = performance.now();
        const look = setInterval(() => {
          if (this.src === first || this.currentTime === 0) return;
          clearInterval(look);
          const beganAtMs = performance.now() - 1000 * this.currentTime;
          Object.assign(window, { gapMs: beganAtMs - endedAtMs });
        }, 5);
      },
      { once: true },
    );
    return play.call(this);
  };
}

function table(gaps: readonly Gaps[]): string[] {
  const shown = (values: readonly number[]) =>
    `${milliseconds(median(values))} (${values.map((one) => Math.round(one)).join(", ")})`;
  return [
    `1.6 Mbit/s and 150 ms towards the browser; an MP3 of 956 kB and 40 s, heard for its last ${LAST_SECONDS} s.`,
    `Silence until the next track of a profile sounds: medians (and all) of ${RUNS}.`,
    "",
    "| engine | next file loaded ahead | not loaded ahead |",
    "| --- | --- | --- |",
    ...gaps.map(
      ({ engine, aheadMs, withoutMs }) =>
        `| ${engine} | ${shown(aheadMs)} | ${shown(withoutMs)} |`,
    ),
  ];
}
