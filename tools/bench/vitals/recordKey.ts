/**
 * Measures how soon the record key of a beat page answers: with its busy state,
 * with the dialog, and with the running clock of a take. Each visit has one page,
 * because a second one of a slowed browser may never be drawn.
 */
import type { Browser, CDPSession, Page } from "playwright-core";
import { microphoneArguments } from "../../../e2e/microphoneArguments.ts";
import { median } from "../median.ts";
import type { Study } from "../study.ts";
import {
  type InhabitedApp,
  signInNew,
  startInhabitedApp,
} from "./inhabitedApp.ts";
import { milliseconds, verdict } from "./verdict.ts";
import {
  CIRCUMSTANCES,
  PHONE,
  slowDown,
  Traffic,
  withBrowser,
} from "./visit.ts";

const RUNS = 5;
/** Long enough for a slowed page on a busy machine. */
const LONGEST_WAIT_MS = 120_000;
/** The page loads more files 2.5 s after it has appeared, and later on a slowed processor. */
const IDLE_MS = 5_000;

interface Press {
  readonly busyMs: number;
  readonly dialogMs: number;
  /** Time from the press of the dialog's record key to the running clock. */
  readonly clockMs: number;
}

const ROWS: readonly [keyof Press, string, number][] = [
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
    const presses: Press[] = [];
    await withBrowser(async (browser) => {
      for (let run = 0; run < RUNS; run++)
        presses.push(await press(browser, world));
    }, microphoneArguments);
    return { lines: table(presses), figures: presses };
  },
};

/** Makes a visit with a cold cache, by somebody who has recorded with these devices before. */
async function press(
  browser: Browser,
  { app, beatId }: InhabitedApp,
): Promise<Press> {
  const context = await browser.newContext({
    ...PHONE,
    // A service worker would have stored the files during an earlier visit.
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  try {
    await signInNew(context, app, "rapper");
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const url = `${app.url}/beats/${beatId}`;
    const traffic = await Traffic.watch(session);
    const arrive = async () => {
      await page.goto(url);
      await page.locator(KEY).waitFor();
      await traffic.whenQuiet(IDLE_MS);
    };
    await arrive();
    await makeDevicesKnown(page);
    await leaveNothingElse(page, session, app.url);
    await slowDown(session);
    await arrive();
    return await pressOn(page);
  } finally {
    await context.close();
  }
}

/** Makes the app know the devices: it offers a check of new ones before the first take. */
async function makeDevicesKnown(page: Page): Promise<void> {
  await page.locator(KEY).click();
  await page.locator(START).click();
  // On a busy machine, the take may begin before the browser has revealed the names of the devices.
  const skip = page.getByRole("button", { name: "Skip" });
  await skip.or(page.locator(CLOCK)).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await page.locator(CLOCK).waitFor();
  await page.waitForFunction(
    () => localStorage.getItem("gully-headphones") !== null,
  );
}

/** Leaves the page, and removes the take and the files that it has stored. */
async function leaveNothingElse(
  page: Page,
  session: CDPSession,
  siteUrl: string,
): Promise<void> {
  await page.goto(`${siteUrl}/robots.txt`);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(siteUrl).origin,
    storageTypes: "indexeddb,file_systems,cache_storage",
  });
  await session.send("Network.clearBrowserCache");
}

async function pressOn(page: Page): Promise<Press> {
  await watch(page, KEY, [`${KEY}[aria-busy="true"]`, START]);
  await page.locator(KEY).click();
  const [busyMs = NaN, dialogMs = NaN] = await seen(page);
  await watch(page, START, [CLOCK]);
  await page.locator(START).click();
  const [clockMs = NaN] = await seen(page);
  return { busyMs, dialogMs, clockMs };
}

declare global {
  interface Window {
    /**
     * Resolves to one time for each awaited element: from the click to the first frame that has it.
     */
    pressed: Promise<number[]>;
  }
}

/** Waits in the page for a click on `key`, and for the elements that follow it. */
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
      const drawn = (element: string) =>
        new Promise<number>((done) => {
          const look = () => {
            if (document.querySelector(element)) done(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        });
      window.pressed = Promise.all([click, ...rest.map(drawn)]).then(
        ([clickedAt, ...times]) => times.map((time) => time - clickedAt),
      );
    },
    [key, ...awaited],
  );
}

const seen = (page: Page) => page.evaluate(() => window.pressed);

function table(presses: readonly Press[]): string[] {
  return [
    `${CIRCUMSTANCES} no`,
    `service worker; pressed when the page had loaded nothing for ${IDLE_MS / 1_000} s. Medians (and ranges) of ${RUNS} visits.`,
    "Times belong to this machine and to what else it did.",
    "",
    "| figure | measured | budget |",
    "| --- | --- | --- |",
    ...ROWS.map(([figure, title, budget]) => {
      const values = presses.map((one) => one[figure]);
      const middle = median(values);
      const least = milliseconds(Math.min(...values));
      const most = milliseconds(Math.max(...values));
      return `| ${title} | ${milliseconds(middle)} (${least} to ${most}) | ${verdict(middle, budget, milliseconds)} |`;
    }),
  ];
}
