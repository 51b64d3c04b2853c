import { expect } from "@playwright/test";
import { expectAccessible } from "./expectAccessible.ts";
import {
  areMicrophonesClosed,
  noteMicrophones,
} from "./pretendedMicrophones.ts";
import { recordedAtLeast, openRecorder } from "./screens.ts";
import { test } from "./story.ts";

/** The specified limit between Stop and the end of the microphone's light. */
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
    await dialog.getByText("Section and mic check").click();
    await dialog.getByRole("button", { name: "Check the microphone" }).click();
    await expect(
      dialog.getByText(/^(Good level|Too loud|Too quiet)/),
    ).toBeVisible();
    await expect(
      dialog.getByRole("button", { name: "Check the microphone" }),
    ).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(areMicrophonesClosed)).toBe(true);
  });

  await test.step("the microphone closes after Stop", async () => {
    await dialog.getByRole("button", { name: "Start recording" }).click();
    await recordedAtLeast(dialog, 1);
    expect(await page.evaluate(areMicrophonesClosed)).toBe(false);
    await dialog.getByRole("button", { name: "Stop recording" }).click();
    await page.waitForFunction(areMicrophonesClosed, null, {
      timeout: LIGHT_OUT_MS,
    });
  });
});

test("invites to the check until there is a take on these devices", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const open = page.getByRole("button", { name: "Record verse" });
  const dialog = page.getByRole("dialog");
  const invitation = dialog.getByText(/^First take on these devices/);
  await open.click();
  await expect(invitation).toBeVisible();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 1);
  await page.reload();
  await open.click();
  await expect(dialog.getByText("Section and mic check")).toBeVisible();
  await expect(invitation).toHaveCount(0);
});
