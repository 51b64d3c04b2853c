/**
 * Storage that is full. Chromium enforces the small quota itself, while
 * `navigator.storage.estimate()` still promises gigabytes.
 */
import { type Page, expect } from "@playwright/test";
import { placesOfKeys } from "./placesOfKeys.ts";
import { recordedAtLeast, openRecorder, startTake } from "./screens.ts";
import { test } from "./story.ts";

const kept = /^Your take is kept on this device/;

test("says before recording how little the device can keep, and moves nothing when it does", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  await limitStorage(page, 2_000_000);
  await holdStorageAnswer(page);
  const dialog = await openRecorder(page);
  await expect(
    dialog.getByRole("button", { name: "Start recording" }),
  ).toBeVisible();
  const before = await placesOfKeys(dialog);
  await page.evaluate(() => window.giveStorageAnswer?.());
  await expect(dialog.getByRole("alert")).toHaveText(
    /^This device has room for about [01]:\d\d of recording\./,
  );
  expect(await databases(page)).not.toContain("gully-probe");
  expect(await placesOfKeys(dialog)).toEqual(before);

  await test.step("with room again, the warning is gone", async () => {
    await dialog.getByRole("button", { name: "Close" }).click();
    await limitStorage(page, 500_000_000);
    await page.getByRole("button", { name: "Record verse" }).click();
    await expect(
      dialog.getByText("In a private window, takes last only until it closes."),
    ).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  });
});

test("says at once when the device is full, records on and loses nothing that it stored @core", async ({
  beat,
  rapperPage: page,
}) => {
  test.slow();
  await page.goto(`/beats/${beat.id}`);
  await limitStorage(page, 400_000);
  const dialog = await openRecorder(page);
  const timeAtFull = page.waitForFunction(timeOnceFull);
  await startTake(dialog);
  const atFull = seconds(await (await timeAtFull).jsonValue());
  const full = dialog.getByText(/^This device is full: the rest of your take/);
  await expect(full).toBeVisible();
  await recordedAtLeast(dialog, atFull + 3);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(
    dialog.getByText(/^This device could not keep your take\./),
  ).toBeVisible();
  await expect(dialog.getByText(kept)).toHaveCount(0);
  const length = await takeSeconds(page);
  expect(length).toBeGreaterThanOrEqual(atFull + 2);

  await test.step("what it stored comes back after a reload", async () => {
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("button", { name: "Recover take" }).click();
    await expect(dialog.getByText("Your take is ready")).toBeVisible();
    await expect(dialog.getByText(kept)).toBeVisible();
    expect(await takeSeconds(page)).toBeGreaterThanOrEqual(atFull - 3);
  });
});

/** The browser refuses to store more than `quotaBytes` for this site. */
async function limitStorage(page: Page, quotaBytes: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.overrideQuotaForOrigin", {
    origin: new URL(page.url()).origin,
    quotaSize: quotaBytes,
  });
}

declare global {
  interface Window {
    giveStorageAnswer?: () => void;
  }
}

/**
 * Holds back what the browser says about its storage until the test calls `giveStorageAnswer` in
 * the page, once.
 */
async function holdStorageAnswer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { storage } = navigator;
    const ask = storage.persisted.bind(storage);
    storage.persisted = () =>
      new Promise((resolve) => {
        storage.persisted = ask;
        window.giveStorageAnswer = () => resolve(ask());
      });
  });
}

function databases(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
}

/**
 * Runs in the page. Returns what the timer shows when the device becomes full. On a busy machine, a
 * look from outside the page may come seconds later.
 */
function timeOnceFull(): string {
  const text = document.querySelector("[role=dialog]")?.textContent ?? "";
  if (!text.includes("This device is full: the rest of your take")) return "";
  return document.querySelector("[role=timer]")?.textContent ?? "";
}

/** Length of the finished take. */
async function takeSeconds(page: Page): Promise<number> {
  const counter = page.getByRole("dialog").getByText(/^\d+:\d\d\/\d+:\d\d$/);
  return seconds((await counter.innerText()).split("/")[1] ?? "");
}

function seconds(time: string): number {
  const [, minutes, rest] = /(\d+):(\d\d)/.exec(time) ?? [];
  return Number(minutes) * 60 + Number(rest);
}
