import { type Page, expect } from "@playwright/test";
import { expectAccessible } from "./expectAccessible.ts";
import { placesOfKeys } from "./placesOfKeys.ts";
import {
  areMicrophonesClosed,
  noteMicrophones,
} from "./pretendedMicrophones.ts";
import {
  recordedAtLeast,
  openRecorder,
  openCheck,
  startTake,
} from "./screens.ts";
import { test } from "./story.ts";

/** The specified limit for how long after Stop the microphone's light may stay on. */
const LIGHT_OUT_MS = 3_000;

test("checks the microphone, and closes it after the check and after a take", async ({
  beat,
  rapperPage: page,
}) => {
  await noteMicrophones(page);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);

  await test.step("the check says how the voice comes across", async () => {
    await dialog.getByRole("switch", { name: /headphones/ }).uncheck();
    await openCheck(dialog);
    await dialog.getByRole("button", { name: "Check the microphone" }).click();
    await expect(
      dialog.getByText(/^(Good level|Too loud|Too quiet)/),
    ).toBeVisible();
    await expect(
      dialog.getByRole("button", { name: "Check the microphone" }),
    ).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(areMicrophonesClosed)).toBe(true);
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  await test.step("the microphone closes after Stop", async () => {
    await startTake(dialog);
    await recordedAtLeast(dialog, 1);
    expect(await page.evaluate(areMicrophonesClosed)).toBe(false);
    await dialog.getByRole("button", { name: "Stop recording" }).click();
    await page.waitForFunction(areMicrophonesClosed, null, {
      timeout: LIGHT_OUT_MS,
    });
  });
});

test("offers the check before the first take on these devices, and only then", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const open = page.getByRole("button", { name: "Record verse" });
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: "Start recording" });
  await open.click();
  await start.click();
  await expect(
    dialog.getByRole("heading", { name: "First take on these devices?" }),
  ).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Check the microphone" }).click();
  await expect(
    dialog.getByText(/^(Good level|Too loud|Too quiet)/),
  ).toBeVisible();
  await start.click();
  await recordedAtLeast(dialog, 1);
  await page.reload();
  await open.click();
  await start.click();
  await recordedAtLeast(dialog, 1);
});

test("what is known of the delay comes late, and moves no key", async ({
  beat,
  rapperPage: page,
}) => {
  await holdDevices(page);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await openCheck(dialog);
  await expect(
    dialog.getByRole("button", { name: "Measure delay" }),
  ).toBeVisible();
  await expect(dialog.getByText(/^Delay: /)).toBeHidden();
  const before = await placesOfKeys(dialog);
  await page.evaluate(() => window.giveDevices?.());
  await expect(dialog.getByText(/^Delay: /)).toBeVisible();
  expect(await placesOfKeys(dialog)).toEqual(before);
});

declare global {
  interface Window {
    giveDevices?: () => void;
  }
}

/** Holds back the list of devices until the test calls `giveDevices` in the page. */
const holdDevices = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { promise: given, resolve } = Promise.withResolvers<void>();
    window.giveDevices = resolve;
    const { mediaDevices } = navigator;
    const ask = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = () => given.then(ask);
  });
