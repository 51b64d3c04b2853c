import { gzipSync } from "node:zlib";
import { type Page, expect } from "@playwright/test";
import { makeVerse } from "./content.ts";
import { test } from "./story.ts";

/** Of a phone, on which "Play all" is below the first screen and loads when the page is idle. */
const PHONE = { width: 412, height: 823 };
/** What waits this long, such as toasts, loads for what may happen later. */
const VISIT_MS = 10_000;

test("the first pages load no more script than their budgets", async ({
  openAs,
  beat,
  rapper,
  listenerPage: page,
}) => {
  test.slow();
  for (let n = 0; n < 3; n++) await makeVerse(rapper, beat.id);
  const stranger = await openAs(null);
  await stranger.setViewportSize(PHONE);
  await stranger.goto("/");
  await stranger.waitForLoadState("networkidle");
  expect(await scriptBytes(stranger)).toBeLessThan(80_000);

  await page.setViewportSize(PHONE);
  await openUntilIdle(page, "/home");
  expect(await scriptBytes(page)).toBeLessThan(184_000);

  await openUntilIdle(page, `/beats/${beat.id}`);
  await expect(page.getByRole("button", { name: "Play all" })).toBeAttached();
  expect(await scriptBytes(page)).toBeLessThan(184_000);
});

/** Waits for the code that works without a connection, which the page loads last. */
async function openUntilIdle(page: Page, path: string): Promise<void> {
  const last = page.waitForResponse(/\/assets\/Offline-/);
  await page.goto(path);
  await last;
}

/** What the page's scripts weigh with gzip. */
async function scriptBytes(page: Page): Promise<number> {
  const urls = await page.evaluate(
    (endMs) =>
      performance
        .getEntriesByType("resource")
        .filter(
          ({ startTime, name }) => startTime < endMs && /\.js$/.test(name),
        )
        .map(({ name }) => name),
    VISIT_MS,
  );
  const bodies = await Promise.all(
    urls.map(async (url) => (await page.request.get(url)).body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
