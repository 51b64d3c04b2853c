/**
 * Measures how soon the record key of a beat page answers: with its busy state,
 * with the dialog, and with the running clock of a take.
 */
import {
  type Browser,
  type BrowserContext,
  type Page,
  chromium,
} from "playwright-core";
import { microphoneArguments } from "../../../e2e/microphoneArguments.ts";
import { signInto } from "../../../e2e/people.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { median } from "../median.ts";
import type { Finding, Study } from "../study.ts";
import { type InhabitedApp, startInhabitedApp } from "./inhabitedApp.ts";
import { observeVitalsScript } from "./observeVitals.ts";
import { milliseconds, verdict } from "./verdict.ts";
import { PHONE, slowDown, Traffic } from "./visit.ts";

const RUNS = 3;
/** A slowed page on a busy machine. */
const LONGEST_WAIT_MS = 120_000;

/** When the key is pressed: on a page that is quiet, or as soon as it is there. */
const MOMENTS = ["quiet", "at once"] as const;
type Moment = (typeof MOMENTS)[number];

interface Press {
  /** Largest contentful paint of the page, until the press. */
  readonly lcpMs: number;
  readonly busyMs: number;
  readonly dialogMs: number;
  /** From the key of the dialog. */
  readonly clockMs: number;
}

const ROWS: readonly [keyof Press, string, number][] = [
  ["lcpMs", "largest contentful paint", 2_500],
  ["busyMs", "record key to its busy state", 100],
  ["dialogMs", "record key to the dialog", 500],
  ["clockMs", "key of the dialog to the running clock", 1_500],
];

const KEY = "[data-record-bar] > button:last-child";
const START = '[role="dialog"] button[aria-label="Start recording"]';
const CLOCK = '[role="dialog"] [role="timer"]';

export const recordKey: Study = {
  name: "recordKey",
  async run() {
    await using world = await startInhabitedApp();
    const browser = await chromium.launch({
      executablePath: ensureChromium((line) => console.error(line)),
      args: ["--no-sandbox", ...microphoneArguments],
    });
    try {
      return await measure(browser, world);
    } finally {
      await browser.close();
    }
  },
};

async function measure(
  browser: Browser,
  world: InhabitedApp,
): Promise<Finding> {
  const presses: Record<Moment, Press[]> = { quiet: [], "at once": [] };
  for (let run = 0; run < RUNS; run++)
    for (const moment of MOMENTS)
      presses[moment].push(await press(browser, world, moment));
  return { lines: table(presses), figures: presses };
}

/** A visit with a cold cache, by somebody who has recorded with these devices before. */
async function press(
  browser: Browser,
  world: InhabitedApp,
  moment: Moment,
): Promise<Press> {
  const context = await browser.newContext({
    ...PHONE,
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  try {
    await signInto(context, world.app, world.rapper);
    const url = `${world.app.url}/beats/${world.beatId}`;
    await makeDevicesKnown(context, url);
    return await pressOn(await context.newPage(), url, moment);
  } finally {
    await context.close();
  }
}

/** New devices are offered a check before the first take. */
async function makeDevicesKnown(
  context: BrowserContext,
  url: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(KEY).click();
  await page.locator(START).click();
  // On a busy machine the take may begin before the devices have told their names.
  const skip = page.getByRole("button", { name: "Skip" });
  await skip.or(page.locator(CLOCK)).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await page.locator(CLOCK).waitFor();
  await page.waitForFunction(
    () => localStorage.getItem("gully-headphones") !== null,
  );
  await page.close();
}

async function pressOn(
  page: Page,
  url: string,
  moment: Moment,
): Promise<Press> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  const traffic = await Traffic.watch(session);
  await slowDown(session);
  await page.addInitScript(observeVitalsScript);
  await page.goto(url);
  const key = page.locator(KEY);
  await key.waitFor();
  if (moment === "quiet") await traffic.whenQuiet();
  const lcpMs = await page.evaluate(() => window.pageVitals.lcpMs);
  await watch(page, KEY, [`${KEY}[aria-busy="true"]`, START]);
  await key.click();
  const [busyMs = NaN, dialogMs = NaN] = await seen(page);
  await watch(page, START, [CLOCK]);
  await page.locator(START).click();
  const [clockMs = NaN] = await seen(page);
  return { lcpMs, busyMs, dialogMs, clockMs };
}

declare global {
  interface Window {
    /** Resolves to how long after a click each of some elements was painted. */
    pressed: Promise<number[]>;
  }
}

/** Waits in the page for a click on `key`, and for what it brings. */
async function watch(
  page: Page,
  key: string,
  awaited: readonly string[],
): Promise<void> {
  await page.evaluate(
    ([selector, ...rest]) => {
      const { promise: click, resolve } = Promise.withResolvers<number>();
      document.addEventListener(
        "click",
        ({ target, timeStamp }) => {
          if ((target as Element).closest(selector ?? "")) resolve(timeStamp);
        },
        { capture: true },
      );
      const painted = (element: string) =>
        new Promise<number>((done) => {
          const look = () => {
            if (document.querySelector(element)) done(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        });
      window.pressed = Promise.all([click, ...rest.map(painted)]).then(
        ([clickedAt, ...times]) => times.map((time) => time - clickedAt),
      );
    },
    [key, ...awaited],
  );
}

const seen = (page: Page) => page.evaluate(() => window.pressed);

function table(presses: Readonly<Record<Moment, readonly Press[]>>): string[] {
  return [
    `Headless Chromium, processor slowed 4x, 150 ms latency, 1.6 Mbit/s down, 750 kbit/s up, 412x823, cold cache,`,
    `medians (and ranges) of ${RUNS} visits. Times belong to this machine and to what else it did.`,
    "",
    `| figure | budget | ${MOMENTS.map((moment) => `pressed ${moment} | `).join("| ")} |`,
    `| --- | --- | ${MOMENTS.map(() => "--- | ---").join(" | ")} |`,
    ...ROWS.map(([figure, title, budget]) => {
      const cells = MOMENTS.flatMap((moment) => {
        const values = presses[moment].map((one) => one[figure]);
        const middle = median(values);
        const range = [Math.min(...values), Math.max(...values)].map((value) =>
          milliseconds(value),
        );
        return [
          `${milliseconds(middle)} (${range.join(" to ")})`,
          verdict(middle, budget, milliseconds),
        ];
      });
      return `| ${title} | ${milliseconds(budget)} | ${cells.join(" | ")} |`;
    }),
  ];
}
