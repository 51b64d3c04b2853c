import { expect } from "@playwright/test";
import { ANALYSIS_RATE, decodeFixture, decodeUrl } from "./audio.ts";
import { versesOf } from "./content.ts";
import {
  expectSent,
  openRecorder,
  recordedAtLeast,
  startTake,
} from "./screens.ts";
import { findSound } from "./signal.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";

test.use({ beatFile: BEAT_FILE });

test("counts in a take for one bar and leaves the bar out of the file", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  const counting = dialog.getByText("Get ready…");
  const countIn = dialog.getByRole("switch", { name: /^Count-in/ });
  await countIn.check();

  await test.step("closing during the count-in keeps nothing", async () => {
    await Promise.all([counting.waitFor(), startTake(dialog)]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("You have an unsent take")).toHaveCount(0);
  });

  await test.step("the choice is remembered and the bar is counted", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Record verse" }).click();
    await expect(countIn).toBeChecked();
    // The last number shows for only 0.3 s, so this checks every frame.
    const lastNumber = page.waitForFunction(() =>
      [...document.querySelectorAll("[role=dialog] [aria-hidden]")].some(
        ({ textContent }) => textContent === "1",
      ),
    );
    await Promise.all([counting.waitFor(), lastNumber, startTake(dialog)]);
    await recordedAtLeast(dialog, 2);
    await dialog.getByRole("button", { name: "Stop recording" }).click();
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
    await expectSent(page);
  });

  await test.step("the file begins just before the beat", async () => {
    const [verse] = await versesOf(rapper, beat.id);
    if (!verse?.fileUrl) throw new Error("The verse has no file.");
    const recording = await decodeUrl(page, verse.fileUrl);
    const { samples } = await decodeFixture(page, BEAT_FILE);
    const beginning = samples.subarray(0, 1.5 * ANALYSIS_RATE);
    const { strength, offsetSamples } = findSound(recording.samples, beginning);
    expect(strength).toBeGreaterThan(20);
    // The bar has 2.5 s. The mix is behind what the rapper hears, by the voice's delay.
    expect(offsetSamples / ANALYSIS_RATE).toBeLessThan(1);
  });
});
