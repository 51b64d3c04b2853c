/**
 * `npm run pictures -- http://localhost:5173`: takes the pictures of the README
 * anew, from a demo that runs at this address.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { join } from "node:path";
import { microphoneArguments } from "../../e2e/microphoneArguments.ts";
import { fillSignIn, startTake } from "../../e2e/screens.ts";
import { ARTISTS, DEMO_PASSWORD } from "../demo/cast.ts";
import { ensureBrowsers } from "./chromium.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SECONDS_PLAYED = 4;
const SECONDS_RECORDED = 14;

const address = process.argv[2];
if (address === undefined)
  throw new Error("Run `npm run demo`, and give the address that it prints.");
const baseURL = new URL(address).origin;

const browser = await chromium.launch({
  executablePath: ensureBrowsers(console.log).HEADLESS_SHELL_PATH,
  args: ["--no-sandbox", ...microphoneArguments],
});
try {
  await takeHome(await openSignedIn(browser, DESKTOP, 1));
  const phone = await openSignedIn(browser, PHONE, 1.5);
  await takeBeat(phone);
  await takeRecorder(phone);
} finally {
  await browser.close();
}

async function openSignedIn(
  within: Browser,
  viewport: typeof DESKTOP,
  deviceScaleFactor: number,
): Promise<Page> {
  const rapper = ARTISTS.find(({ role }) => role === "rapper");
  if (!rapper) throw new Error("The demo has no rapper.");
  const context = await within.newContext({
    ...{ baseURL, viewport, deviceScaleFactor, colorScheme: "dark" },
    ...{ reducedMotion: "reduce", locale: "en-IN" },
  });
  const page = await context.newPage();
  await page.goto("/login");
  await fillSignIn(page, { email: rapper.email, password: DEMO_PASSWORD });
  await page.getByRole("tab", { name: "Beats" }).waitFor();
  return page;
}

/** Takes the picture of the newest beats, while the first one plays. */
async function takeHome(page: Page): Promise<void> {
  await playFirst(page);
  await save(page, "home.png");
}

async function takeBeat(page: Page): Promise<void> {
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.getByRole("button", { name: "Record verse" }).waitFor();
  await playFirst(page);
  await save(page, "beat-phone.png");
}

async function takeRecorder(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await startTake(dialog);
  await dialog.getByRole("timer").waitFor();
  await page.waitForTimeout(SECONDS_RECORDED * 1000);
  await save(page, "recorder-phone.png");
}

async function playFirst(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  await page.waitForTimeout(SECONDS_PLAYED * 1000);
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(DOCS, name) });
}
