import { type Locator, type Page, chromium, expect } from "@playwright/test";
import { AlteredApp } from "./alteredApp.ts";
import type { Addresses } from "./app.ts";
import { type MadeBeat, versesOf } from "./content.ts";
import { keptEntries } from "./keptEntries.ts";
import { type Person, join } from "./people.ts";
import { recordTake } from "./screens.ts";
import { test as base } from "./story.ts";

const WORKER = "/serviceWorker.js";
const HALF_A_LINE = "half a line";
/** By then, the files that can wait are loaded; see `whenIdle`. */
const IDLE_MS = 4_000;
const NO_CONNECTION = "No connection. Try again when you are online.";

interface Story {
  /** Opens a page of the app, which can be altered meanwhile. */
  readonly openAltered: (
    person: Person,
  ) => Promise<{ altered: AlteredApp; page: Page }>;
}

const test = base.extend<Story>({
  openAltered: async ({ app, openAs }, use) => {
    const opened: AlteredApp[] = [];
    await use(async (person) => {
      const altered = await AlteredApp.before(app.url);
      opened.push(altered);
      return { altered, page: await openAs(person, altered) };
    });
    for (const altered of opened) altered.close();
  },
});

/**
 * Has an app of its own, so that /home keeps its beat in the list: other stories publish at the
 * same time.
 */
const alone = test.extend({
  app: async ({ startOwnApp }, use) => use(await startOwnApp()),
});

test.use({ serviceWorkers: "allow" });

alone(
  "without a connection the app starts, and a take over a played beat waits to be sent @core",
  async ({ beat, rapper, rapperPage: page }) => {
    test.slow();
    await visit(page, beat);
    await page.getByRole("button", { name: `Play ${beat.title}` }).click();
    await expect.poll(() => keptSounds(page)).toBe(1);
    await page.context().setOffline(true);

    await test.step("the page of the beat is there after a reload, and plays", async () => {
      await page.reload();
      await expect(
        page.getByRole("heading", { name: beat.title }),
      ).toBeVisible();
      await expect(page.getByText("0 of 10 verses")).toBeVisible();
      await expect(page.getByText(NO_CONNECTION)).toBeVisible();
      await page.getByRole("button", { name: `Play ${beat.title}` }).click();
      await expect(
        page.getByRole("button", { name: `Pause ${beat.title}` }).first(),
      ).toBeVisible();
    });

    await test.step("a take is recorded and waits", async () => {
      const dialog = await recordTake(page, 2);
      await dialog.getByRole("button", { name: "Upload Verse" }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      await expect(tray(page).getByRole("status")).toHaveText(/^No connection/);
      await page.goto("/home");
      await expect(tray(page)).toBeVisible();
      await expect(page.getByRole("link", { name: beat.title })).toBeVisible();
    });

    await page.context().setOffline(false);
    await expect(tray(page)).toHaveCount(0);
    expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  },
);

test("a new version leaves open pages as they are, with all their parts, until the next start", async ({
  beat,
  rapper,
  openAltered,
}) => {
  test.slow();
  const { altered, page } = await openAltered(rapper);
  await visit(page, beat);
  const worker = await workerOf(altered);
  altered.serve(WORKER, withoutFile(worker, "PrivacyPage"));
  altered.remove(/\/assets\/(PrivacyPage|TermsPage)-[\w-]+\.js$/);
  const words = await typeWords(page);
  await lookForNewWorker(page);
  await expect.poll(() => hasWaitingWorker(page)).toBe(true);
  await expect(words).toHaveValue(HALF_A_LINE);

  for (const name of ["Privacy", "Terms"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  }
  expect(await hasWaitingWorker(page)).toBe(true);

  const next = await page.context().newPage();
  await page.close();
  await expect
    .poll(() => isStoredLater(next, altered, "PrivacyPage"))
    .toBe(false);
  expect(await isStored(next, "TermsPage")).toBe(true);
  expect(await hasWaitingWorker(next)).toBe(false);
});

test("nothing is left of it on any device once it is switched off", async ({
  beat,
  rapper,
  openAltered,
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const { altered, page } = await openAltered(rapper);
  await visit(page, beat);
  const words = await typeWords(page);
  const off = await startOwnApp({ OFFLINE: "off" });
  altered.serve(WORKER, await workerOf(off));
  await lookForNewWorker(page);
  await expect.poll(() => whatIsLeft(page)).toEqual([]);
  await expect(words).toHaveValue(HALF_A_LINE);

  const later = await openAs(await join(off, "rapper"), off);
  await later.goto("/robots.txt");
  // Opens a cache, as a page can that was still open when the worker was removed.
  await later.evaluate(() => caches.open("kept-answers somebody"));
  await later.goto("/home");
  await expect.poll(() => whatIsLeft(later)).toEqual([]);
  await later.waitForTimeout(IDLE_MS);
  expect(await whatIsLeft(later)).toEqual([]);
});

test("can be installed", async ({ app, launchOptions }) => {
  // The headless shell, which the other stories use, and private windows do not report what is
  // missing.
  const context = await chromium.launchPersistentContext("", {
    ...launchOptions,
    executablePath: process.env.CHROME_PATH ?? "",
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const missingAt = async (path: string) => {
      await page.goto(app.url + path);
      const answer = await session.send("Page.getInstallabilityErrors");
      return answer.installabilityErrors.map(({ errorId }) => errorId);
    };
    expect(await missingAt("/robots.txt")).toContain("no-manifest");
    expect(await missingAt("/login")).toEqual([]);
  } finally {
    await context.close();
  }
});

test("signing out removes what was kept", async ({
  beat,
  rapperPage: page,
}) => {
  await visit(page, beat);
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await expect(page).toHaveURL("/login");
  await expect
    .poll(async () => (await cacheNames(page)).filter(isKept))
    .toEqual([]);
});

/** Visits the home page and the page of the beat, until both are kept. */
async function visit(page: Page, { id }: MadeBeat): Promise<void> {
  await page.goto("/home");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`/beats/${id}`);
  // The five answers are who is signed in, the list of beats, and three about the beat.
  await expect.poll(() => kept(page, "answers")).toBe(5);
}

const tray = (page: Page) =>
  page.getByRole("region", { name: "Verses on their way" });

const keptSounds = (page: Page) => kept(page, "sounds");

const kept = (page: Page, word: string) => page.evaluate(keptEntries, word);

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const isKept = (name: string) => name.startsWith("kept-");

async function workerOf({ url }: Pick<Addresses, "url">): Promise<string> {
  return (await fetch(url + WORKER)).text();
}

async function typeWords(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Write words" }).click();
  const words = page.getByRole("textbox", { name: "Your words" });
  await words.fill(HALF_A_LINE);
  return words;
}

/** Looks for a new service worker, as browsers do with each page that they load, and once a day. */
async function lookForNewWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting != null;
  });

/** Returns whether a file of the site with this name is stored on the device. */
const isStored = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const { url } of await cache.keys())
        if (url.includes(`/assets/${wanted}-`)) return true;
    }
    return false;
  }, name);

/**
 * Like `isStored`, after a fresh start of the app: the new worker takes over when no page is open.
 */
async function isStoredLater(
  page: Page,
  { url }: Pick<Addresses, "url">,
  name: string,
): Promise<boolean> {
  await page.goto("about:blank");
  await page.goto(`${url}/robots.txt`);
  return isStored(page, name);
}

const whatIsLeft = (page: Page) =>
  page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...workers.map(({ scope }) => scope), ...(await caches.keys())];
  });

/** Returns the worker script of a version without this file. */
function withoutFile(worker: string, name: string): string {
  const entry = new RegExp(
    `\\{revision:null,url:"assets/${name}-[\\w-]+\\.js"\\},|\\{"revision":null,"url":"assets/${name}-[\\w-]+\\.js"\\},`,
  );
  const changed = worker.replace(entry, "");
  if (changed === worker) throw new Error(`The worker does not store ${name}.`);
  return changed;
}
