/**
 * The browser is killed in the middle of a take or of an upload, and started again
 * with the same profile.
 */
import { type BrowserContext, chromium, expect } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { versesOf } from "./content.ts";
import { signInto } from "./people.ts";
import {
  recordedAtLeast,
  recordTake,
  openRecorder,
  startTake,
} from "./screens.ts";
import { test as story } from "./story.ts";

const SECONDS = 6;
/**
 * The take may lose the part that the page had not stored yet, and the shown time is rounded down.
 */
const MOST_LOST_SECONDS = 3;

interface Profiles {
  /** Starts a browser with the profile of this test. The profile outlives the browser. */
  readonly startBrowser: () => Promise<BrowserContext>;
  /** The first browser with this profile, in which `rapper` is signed in. */
  readonly first: BrowserContext;
}

const test = story.extend<Profiles>({
  startBrowser: async ({ launchOptions, app }, use) => {
    const profile = await mkdtemp(joinPath(tmpdir(), "gully-profile-"));
    const started: BrowserContext[] = [];
    await use(async () => {
      const options = { ...launchOptions, baseURL: app.url, locale: "en-IN" };
      const context = await chromium.launchPersistentContext(profile, options);
      started.push(context);
      return context;
    });
    for (const context of started) await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
  first: async ({ startBrowser, app, rapper }, use) => {
    const context = await startBrowser();
    await signInto(context, app, rapper);
    await use(context);
  },
});

test.beforeEach(() => test.slow());

test("a take that the killed browser was recording is offered at the next start", async ({
  beat,
  startBrowser,
  first,
}) => {
  const page = await first.newPage();
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, SECONDS);
  await kill(first);

  const second = await startBrowser();
  const again = await second.newPage();
  await again.goto(`/beats/${beat.id}`);
  const unsent = again.getByRole("region", { name: "You have an unsent take" });
  await unsent.getByRole("button", { name: "Recover take" }).click();
  const recovered = again.getByRole("dialog");
  await expect(recovered.getByText("Your take is ready")).toBeVisible();
  const counter = await recovered.getByText(/^\d+:\d\d\/\d+:\d\d$/).innerText();
  const [, minutes, seconds] = /\/(\d+):(\d\d)/.exec(counter) ?? [];
  expect(60 * Number(minutes) + Number(seconds)).toBeGreaterThanOrEqual(
    SECONDS - MOST_LOST_SECONDS,
  );
});

test("a take that the killed browser was sending is sent at the next start", async ({
  app,
  beat,
  rapper,
  startBrowser,
  first,
}) => {
  const page = await first.newPage();
  await page.route("**/api/pieces", (route) => route.abort());
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(page.getByText(/^\d+% sent$/)).toBeVisible();
  // Kills the browser so soon that it has not written localStorage to its disk.
  await kill(first);
  expect(await versesOf(rapper, beat.id)).toHaveLength(0);

  const second = await startBrowser();
  await signInto(second, app, rapper);
  const again = await second.newPage();
  await again.goto("/home");
  await expect(again.getByText("Verse uploaded")).toBeVisible();
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});

/** Sends SIGKILL to the process of the browser, so nothing in it can clean up. */
async function kill(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (browser === null) throw new Error("The context has no browser.");
  const protocol = await browser.newBrowserCDPSession();
  const { processInfo } = await protocol.send("SystemInfo.getProcessInfo");
  const main = processInfo.find(({ type }) => type === "browser");
  if (main === undefined) throw new Error("The browser has no process.");
  const closed = new Promise((resolve) => context.once("close", resolve));
  process.kill(main.id, "SIGKILL");
  await closed;
}
