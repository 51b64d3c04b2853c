import { expect, type Page } from "@playwright/test";
import { versesOf } from "./content.ts";
import {
  expectSent,
  openRecorder,
  recordAnother,
  recordTake,
  recordedAtLeast,
  startTake,
} from "./screens.ts";
import { test } from "./story.ts";

/** Makes it possible to close the page's connections to its databases, as iOS does. */
async function watchDatabases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...wanted) => {
      const request = open(...wanted);
      request.addEventListener("success", () => opened.push(request.result));
      return request;
    };
    window.addEventListener("lose-databases", () => {
      for (const database of opened) database.close();
    });
  });
}

const loseDatabases = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event("lose-databases")));

test("a take is kept although the connection to the database is lost", async ({
  beat,
  rapperPage: page,
}) => {
  await watchDatabases(page);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 1);
  await loseDatabases(page);
  await recordedAtLeast(dialog, 4);
  await expect(dialog.getByText(/^This device is full/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(dialog.getByText(/kept on this device/)).toBeVisible();
});

test("an upload goes on although the connection to the database is lost", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  await watchDatabases(page);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 1);
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(page.getByText(/^No connection, 0% sent/)).toBeVisible();
  await loseDatabases(page);
  await page.context().setOffline(false);
  await expectSent(page);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});

test("a take is kept whole although the site's data was cleared in the middle of it", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 3);
  await clearStorage(page);
  await recordedAtLeast(dialog, 5);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(dialog.getByText(/kept on this device/)).toBeVisible();
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await page.getByRole("button", { name: "Recover take" }).click();
  // On a busy machine the press on Stop comes late.
  await expect(dialog.getByText(/^0:00\/0:(0[5-9]|[1-5]\d)$/)).toBeVisible();
});

test("a take is kept after the browser has cleared the site's data", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 1);
  await clearStorage(page);
  await recordAnother(dialog, 2);
  await expect(dialog.getByText(/kept on this device/)).toBeVisible();
});

/** Deletes all databases of the site, as clearing its data in the browser does. */
async function clearStorage(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const cleared = { origin, storageTypes: "indexeddb" };
  await devTools.send("Storage.clearDataForOrigin", cleared);
}
