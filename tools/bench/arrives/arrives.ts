/**
 * Sends a beat of 10 MB and a verse of three minutes over 300 kb/s that break
 * twice for 20 s, from a real browser and without a press of a button.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type Page, chromium } from "playwright-core";
import { RunningApp } from "../../../e2e/app.ts";
import { makeBeat } from "../../../e2e/content.ts";
import { microphoneArguments } from "../../../e2e/microphoneArguments.ts";
import { type Role, signInto } from "../../../e2e/people.ts";
import { silentWav } from "../../../e2e/silentWav.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import type { Finding, Study } from "../study.ts";
import { joinApp } from "../vitals/inhabitedApp.ts";
import { SlowLink } from "./slowLink.ts";

const KILOBITS = 300;
const CUT_MS = 20_000;
const BEAT_BYTES = 10 * 1024 * 1024;
const VERSE_MS = 180_000;
/** Bytes sent should be at most this multiple of the file's size. */
const AIM = 1.15;
const LONGEST_MS = 20 * 60_000;

interface Arrival {
  readonly what: string;
  readonly fileBytes: number;
  readonly sentBytes: number;
  readonly ratio: number;
  readonly seconds: number;
  readonly load: number;
}

/** A browser at the far end of a slow link, and what is uploaded over it. */
interface Sending {
  readonly what: string;
  readonly role: Role;
  /** Times after the start at which the link breaks. */
  readonly cutsAtMs: readonly number[];
  /** Fills in what is needed; the result presses the button. */
  prepare(
    page: Page,
    app: RunningApp,
    dir: string,
  ): Promise<() => Promise<void>>;
  readonly doneText: string;
}

const beat: Sending = {
  what: "beat of 10 MiB",
  role: "producer",
  cutsAtMs: [60_000, 160_000],
  doneText: "Beat uploaded successfully!",
  prepare: async (page, _app, dir) => {
    const file = join(dir, "ten-megabytes.wav");
    await writeFile(file, silentWav(BEAT_BYTES));
    await page.goto("/upload");
    await page.getByLabel("Title").fill("Ten megabytes");
    await page.getByRole("combobox", { name: "Genre" }).selectOption("Trap");
    await page.getByLabel("BPM").fill("97");
    await page.getByLabel("Beat file").setInputFiles(file);
    const button = page.getByRole("main");
    return () => button.getByRole("button", { name: "Upload Beat" }).click();
  },
};

const verse: Sending = {
  what: "verse of 3:00",
  role: "producer_rapper",
  cutsAtMs: [6_000, 36_000],
  doneText: "Verse uploaded",
  prepare: async (page, app) => {
    const { id } = await makeBeat(await joinApp(app, "producer"));
    await page.goto(`/beats/${id}`);
    const press = (name: string) => page.getByRole("button", { name }).click();
    await press("Record verse");
    await press("Start recording");
    await page.getByRole("button", { name: "Stop recording" }).waitFor();
    await pause(VERSE_MS);
    await press("Stop recording");
    await page.getByText("Your take is ready").waitFor({ timeout: 60_000 });
    return () => press("Upload Verse");
  },
};

export const arrives: Study = {
  name: "arrives",
  async run(): Promise<Finding> {
    const browser = await chromium.launch({
      executablePath: ensureChromium((line) => console.error(line)),
      args: ["--no-sandbox", ...microphoneArguments],
    });
    try {
      const figures = await Promise.all(
        [beat, verse].map((sending) => measure(browser, sending)),
      );
      return { lines: report(figures), figures };
    } finally {
      await browser.close();
    }
  },
};

async function measure(browser: Browser, sending: Sending): Promise<Arrival> {
  const link = await SlowLink.listen(KILOBITS);
  const app = await RunningApp.start({ SITE_URL: link.url });
  link.forwardTo(app.port);
  const dir = await mkdtemp(join(tmpdir(), "gully-arrives-"));
  try {
    const person = await joinApp(app, sending.role);
    const context = await browser.newContext({ baseURL: app.url });
    await signInto(context, app, person);
    const page = await context.newPage();
    const fileBytes = watchSize(page);
    const start = await sending.prepare(page, app, dir);
    const startedAtMs = performance.now();
    await start();
    const cutting = cutAt(link, sending.cutsAtMs);
    await page.getByText(sending.doneText).waitFor({ timeout: LONGEST_MS });
    const seconds = (performance.now() - startedAtMs) / 1000;
    await cutting;
    const sentBytes = link.pieceBytes;
    const size = await fileBytes;
    return {
      ...{ what: sending.what, fileBytes: size, sentBytes },
      ...{ ratio: sentBytes / size, seconds, load: loadavg()[0] ?? 0 },
    };
  } finally {
    link.close();
    await app.dispose();
    await rm(dir, { recursive: true });
  }
}

/** Reads the size of the file from what the page announces to the server. */
function watchSize(page: Page): Promise<number> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const found = /"sizeBytes":(\d+)/.exec(payload.toString());
        if (found) resolve(Number(found[1]));
      }),
    );
  });
}

async function cutAt(link: SlowLink, timesMs: readonly number[]) {
  let passedMs = 0;
  for (const atMs of timesMs) {
    await pause(atMs - passedMs);
    link.cut();
    await pause(CUT_MS);
    link.mend();
    passedMs = atMs + CUT_MS;
  }
}

function report(figures: readonly Arrival[]): string[] {
  const rows = figures.map(
    ({ what, fileBytes, sentBytes, ratio, seconds, load }) =>
      `| ${what} | ${fileBytes} | ${sentBytes} | ${ratio.toFixed(3)} | ${AIM} | ${ratio <= AIM ? "yes" : "no"} | ${seconds.toFixed(0)} | ${load.toFixed(1)} |`,
  );
  return [
    `Uploads from Chromium over ${KILOBITS} kb/s with two cuts of ${CUT_MS / 1000} s each, both at the same time over links of their own. Nobody presses a button after the first.`,
    "Bytes sent are those that crossed the link on connections with pieces, with all headers.",
    "",
    "| upload | size in bytes | bytes sent | ratio | aim | met | seconds | load of the machine |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}
