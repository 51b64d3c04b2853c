/**
 * The recorder and the analysis of a beat in a Chromium whose CPU is slowed
 * four times: how long a rapper waits, and how much memory the page takes.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type Page, chromium } from "playwright-core";
import { RunningApp } from "../../../e2e/app.ts";
import { makeBeat } from "../../../e2e/content.ts";
import { microphoneArguments } from "../../../e2e/microphoneArguments.ts";
import { type Person, signInto } from "../../../e2e/people.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { synthesise } from "../bars/synthesise.ts";
import { anonymousBytes } from "../procfs.ts";
import { wavFile } from "../studio/markedSound.ts";
import type { Finding, Study } from "../study.ts";
import { joinApp } from "../vitals/inhabitedApp.ts";

const CPU_SLOWDOWN = 4;
const BEAT_BPM = 92;
const BEAT_SECONDS = 180;
const SHORT_TAKE_MS = 90_000;
/** The longest take. It ends by itself. */
const LONG_TAKE_MS = 300_000;
const LONGEST_WAIT_MS = 180_000;
const LOOK_EVERY_MS = 1_000;
const MIB = 1024 * 1024;

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: "s" | "ms" | "MiB";
  readonly aim: number;
  readonly load: number;
}

export const slowPhone: Study = {
  name: "slowPhone",
  async run(): Promise<Finding> {
    const app = await RunningApp.start();
    const browser = await chromium.launch({
      executablePath: ensureChromium((line) => console.error(line)),
      args: ["--no-sandbox", ...microphoneArguments],
    });
    try {
      const producer = await joinApp(app, "producer");
      const rapper = await joinApp(app, "rapper");
      const { id } = await makeBeat(producer);
      const beatPath = `/beats/${id}`;
      const rows = [
        await analyse(browser, app, producer),
        ...(await recordShort(browser, app, rapper, beatPath)),
        await recordLong(browser, app, rapper, beatPath),
      ];
      return { lines: report(rows), figures: rows };
    } finally {
      await browser.close();
      await app.dispose();
    }
  },
};

const row = (
  what: string,
  value: number,
  unit: Row["unit"],
  aim: number,
): Row => ({ what, value, unit, aim, load: loadavg()[0] ?? 0 });

async function analyse(
  browser: Browser,
  app: RunningApp,
  producer: Person,
): Promise<Row> {
  const page = await openSlowPage(browser, app, producer);
  const dir = await mkdtemp(join(tmpdir(), "gully-slow-"));
  try {
    const file = join(dir, "beat.wav");
    const beat = synthesise({
      ...{ genre: "Boom Bap", bpm: BEAT_BPM, hasPickUp: false },
      ...{ seed: 1, seconds: BEAT_SECONDS },
    });
    // At half the rate, three minutes are small enough to upload.
    const samples = beat.samples.filter((_, index) => index % 2 === 0);
    await writeFile(file, wavFile(samples, beat.sampleRate / 2));
    await page.goto("/upload");
    const startedAtMs = performance.now();
    await page.getByLabel("Beat file").setInputFiles(file);
    await page
      .getByText(/^Heard \d+ BPM/)
      .waitFor({ timeout: LONGEST_WAIT_MS });
    const seconds = (performance.now() - startedAtMs) / 1000;
    const what = `Tempo, bars and key of a beat of ${BEAT_SECONDS / 60} min`;
    return row(what, seconds, "s", 10);
  } finally {
    await page.context().close();
    await rm(dir, { recursive: true });
  }
}

async function recordShort(
  browser: Browser,
  app: RunningApp,
  rapper: Person,
  path: string,
): Promise<Row[]> {
  const page = await openSlowPage(browser, app, rapper);
  try {
    await startTake(page, path);
    const before = await longTasks(page);
    await pause(SHORT_TAKE_MS);
    const during = (await longTasks(page)).slice(before.length);
    const stop = page.getByRole("button", { name: "Stop recording" });
    const startedAtMs = performance.now();
    await stop.click();
    await untilReady(page);
    const seconds = (performance.now() - startedAtMs) / 1000;
    return [
      row("Stop to ready, take of 90 s", seconds, "s", 2),
      row(
        "Longest task during a take of 90 s",
        Math.max(0, ...during),
        "ms",
        50,
      ),
    ];
  } finally {
    await page.context().close();
  }
}

async function recordLong(
  browser: Browser,
  app: RunningApp,
  rapper: Person,
  path: string,
): Promise<Row> {
  const page = await openSlowPage(browser, app, rapper);
  try {
    await startTake(page, path);
    const pid = await rendererOf(browser);
    let peakBytes = 0;
    const looking = setInterval(() => {
      peakBytes = Math.max(peakBytes, anonymousBytes(pid));
    }, LOOK_EVERY_MS);
    await pause(LONG_TAKE_MS);
    await untilReady(page);
    clearInterval(looking);
    const what = "Memory of the page, take of 5 min until it is ready";
    return row(what, peakBytes / MIB, "MiB", 250);
  } finally {
    await page.context().close();
  }
}

/** Opens a page that notes its long tasks, and slows its CPU down. */
async function openSlowPage(
  browser: Browser,
  app: RunningApp,
  person: Person,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url });
  await signInto(context, app, person);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Durations in milliseconds of the tasks above 50 ms so far. */
const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks); // set above

async function startTake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const press = (name: string) => page.getByRole("button", { name }).click();
  await press("Record verse");
  await press("Start recording");
  await page
    .getByRole("button", { name: "Stop recording" })
    .waitFor({ timeout: LONGEST_WAIT_MS });
}

const untilReady = (page: Page): Promise<void> =>
  page
    .getByText("Your take is ready")
    .waitFor({ timeout: LONGEST_WAIT_MS })
    .then(() => undefined);

/** The process with the most CPU time: pages that are closed have none left. */
async function rendererOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const [busiest] = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (busiest === undefined) throw new Error("There is no renderer.");
  return busiest.id;
}

function report(rows: readonly Row[]): string[] {
  const lines = rows.map(({ what, value, unit, aim, load }) => {
    const shown = value.toFixed(unit === "s" ? 1 : 0);
    const verdict = value <= aim ? "yes" : "no";
    return `| ${what} | ${shown} ${unit} | ${aim} ${unit} | ${verdict} | ${load.toFixed(1)} |`;
  });
  return [
    `Chromium with a CPU slowed ${CPU_SLOWDOWN} times and a microphone that plays a voice. Memory is the anonymous memory of the page's process (RssAnon) at its peak, looked at once a second. A task of 0 ms means that none was above 50 ms.`,
    "",
    "| figure | value | aim | met | load of the machine |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ];
}
