import { expect } from "@playwright/test";
import { versesOf } from "./content.ts";
import { pretendLoss, pretendTwoMicrophones } from "./pretendedMicrophones.ts";
import {
  expectSent,
  fillSignIn,
  openRecorder,
  recordedAtLeast,
  startTake,
} from "./screens.ts";
import { test } from "./story.ts";

test("signing out in another tab does not end a take", async ({
  openBeside,
  beat,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 1);

  const beside = await openBeside(page);
  await beside.goto("/home");
  await beside.getByRole("button", { name: "Sign Out" }).click();
  await expect(beside).toHaveURL(/\/login$/);

  await expect(dialog.getByText(/^You were signed out/)).toBeVisible();
  await recordedAtLeast(dialog, 4);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(
    dialog.getByText(/^Your take is kept on this device/),
  ).toBeVisible();

  await test.step("nothing is sent while nobody is signed in", async () => {
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog.getByText("Your take is ready")).toBeVisible();
  });

  await test.step("signing in in the new tab lets the take be sent", async () => {
    const opening = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in in a new tab" }).click();
    const login = await opening;
    await fillSignIn(login, rapper);
    await expect(login).toHaveURL(/\/home$/);
    await expect(dialog.getByText(/^You were signed out/)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
    await expectSent(page);
    expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  });
});

for (const [what, loss, text] of [
  [
    "says that the microphone went away, and keeps the take",
    "unplug",
    /^Recording stopped because the microphone went away\./,
  ],
  [
    "a call ends the take and keeps it",
    "call",
    /^Recording stopped because the device paused the sound/,
  ],
] as const)
  test(what, async ({ beat, rapperPage: page }) => {
    await page.addInitScript(pretendLoss, loss);
    await page.goto(`/beats/${beat.id}`);
    const dialog = await openRecorder(page);
    await startTake(dialog);
    await recordedAtLeast(dialog, 2);
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), loss);
    await expect(dialog.getByText(text)).toBeVisible();
    await expect(
      dialog.getByText(/^Your take is kept on this device/),
    ).toBeVisible();
  });

test("a take goes on with another microphone, and says so", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(pretendTwoMicrophones);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await recordedAtLeast(dialog, 1);
  const note = dialog.getByText(/^The system switched to another microphone/);
  await expect(note).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("unplug")));
  await expect(note).toBeVisible();
  await recordedAtLeast(dialog, 3);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(note).toBeVisible();
});
