import { expect } from "@playwright/test";
import { versesOf } from "./content.ts";
import { plugMicrophone } from "./madeMicrophone.ts";
import {
  expectSent,
  makeTake,
  openRecorder,
  recordedAtLeast,
  startTake,
} from "./screens.ts";
import { type StoredVoice, storedVoices } from "./storedVoices.ts";
import { test } from "./story.ts";

const FULL_SCALE = 32_767;

test("keeps the voice when a headset changes to another rate in the middle of a take", async ({
  beat,
  rapperPage: page,
}) => {
  // The output never has the microphone's rate, and the headset changes to hands-free mode during
  // the take.
  await plugMicrophone(page, {
    outputRate: 44_100,
    rates: [
      [0, 48_000],
      [3, 16_000],
      [5, 48_000],
    ],
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await makeTake(dialog, 6);

  const [voice] = await storedVoices(page);
  if (!voice) throw new Error("No voice was stored.");
  expect(voice.sampleRate).toBe(44_100);
  // The microphone was opened about a second before the first sample. A busy machine may hold up
  // the simulated microphone, but not for half of the rest of the take.
  const changed = voice.samples.subarray(2.5 * voice.sampleRate);
  const description = `silent by second: ${sharesOf(voice).join(" ")}`;
  test.info().annotations.push({ type: "measured", description });
  expect(silentShare(changed)).toBeLessThan(0.5);
});

test("says that a muted microphone sends nothing, and asks before a take without a voice is sent", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  const muted = { outputRate: 48_000, rates: [], isMuted: true };
  await plugMicrophone(page, muted);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog", { name: /^Record a verse/ });
  const note = dialog.getByText(/^Your microphone sends no sound/);
  await startTake(dialog);
  await expect(note).toBeVisible();
  await recordedAtLeast(dialog, 1);
  await expect(note).toBeVisible();
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(note).toBeVisible();

  const question = page.getByRole("dialog", {
    name: "Upload without a voice?",
  });
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await versesOf(rapper, beat.id)).toEqual([]);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await question.getByRole("button", { name: "Upload anyway" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectSent(page);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});

function sharesOf({ samples, sampleRate }: StoredVoice): string[] {
  const seconds = Math.floor(samples.length / sampleRate);
  return Array.from({ length: seconds }, (_, second) => {
    const from = second * sampleRate;
    return silentShare(samples.subarray(from, from + sampleRate)).toFixed(2);
  });
}

function silentShare(samples: Int16Array): number {
  const silent = samples.filter((one) => Math.abs(one) < 0.01 * FULL_SCALE);
  return silent.length / samples.length;
}
