import { type Page, expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { deleteBeat, makeVerse } from "./content.ts";
import { failFunctions } from "./failFunctions.ts";
import {
  recordedAtLeast,
  recordTake,
  openRecorder,
  startTake,
} from "./screens.ts";
import { test } from "./story.ts";

test("downloads the raw recording if it cannot become a take", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(BlobEvent.prototype, "data", {
      get: () => new Blob(["damaged"], { type: "audio/webm" }),
    });
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 2);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(
    dialog.getByText(/^The recording could not be made into a take\./),
  ).toBeVisible();
  expect(await savedBy(page, "Download the recording")).toMatch(/^damaged/);

  await test.step("the saved takes offer the same download", async () => {
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await savedBy(page, "Save to file")).toMatch(/^damaged/);
  });
});

test("asks before closing if the device could not store the take", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await expect(
    dialog.getByText(/^This device could not keep your take\./),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Throw this take away?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard take" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("You have an unsent take")).toHaveCount(0);
});

test("a take that is only in memory outlives its beat", async ({
  producer,
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
  await page.goto(`/beats/${beat.id}`);
  await page.setViewportSize({ width: 390, height: 640 });
  const dialog = await recordTake(page, 2);
  await dialog.getByText(/could not keep/).scrollIntoViewIfNeeded();
  await deleteBeat(producer, beat.id);
  await expect(dialog.getByText(/^This beat was deleted/)).toBeInViewport();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  expect(await savedBy(page, "Save to file")).not.toBe("");
  await dialog.getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Throw this take away?" });
  await question.getByRole("button", { name: "Discard take" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(/deleted by its producer/)).toBeVisible();
});

test("a take goes on while its beat cannot be loaded", async ({
  join,
  openAs,
  beat,
}) => {
  const other = await join("rapper");
  const page = await openAs(await join("rapper"));
  const { paths } = await failFunctions(page);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 1);
  paths.add("beats:get");
  await makeVerse(other, beat.id);
  const note = dialog.getByText(/^This beat cannot be loaded right now/);
  await expect(note).toBeVisible();
  await recordedAtLeast(dialog, 3);
  paths.clear();
  await makeVerse(other, beat.id);
  await expect(note).toHaveCount(0);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
});

/**
 * Clicks the button and returns the text of the file that the browser
 * downloads.
 */
async function savedBy(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return readFile(await (await saving).path(), "utf8");
}
