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
    const closed = page.waitForFunction(closeWhileCounting);
    await Promise.all([closed, startTake(dialog)]);
    await expect(dialog).toBeHidden();
    await expect(page.getByText("You have an unsent take")).toHaveCount(0);
  });

  await test.step("the choice is remembered and the bar is counted", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Record verse" }).click();
    await expect(countIn).toBeChecked();
    await page.evaluate(noteCount);
    await Promise.all([counting.waitFor(), startTake(dialog)]);
    await expect
      .poll(() => page.evaluate(() => window.counted))
      .toEqual(["4", "3", "2", "1"]);
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
    // The beat loops, and in a long take any of its rounds may match best. So only the first is
    // searched.
    const firstTime = recording.samples.subarray(0, samples.length);
    const { strength, offsetSamples } = findSound(firstTime, beginning);
    expect(strength).toBeGreaterThan(20);
    // The count-in bar of 2.5 s must not be in the file. The mix lags behind what the rapper heard
    // by the delay of the voice, so less than 1 s is allowed.
    expect(offsetSamples / ANALYSIS_RATE).toBeLessThan(1);
  });
});

declare global {
  interface Window {
    /** Set by `noteCount`. */
    counted: string[];
  }
}

/**
 * Runs in the page. Keeps every number of the count: the last one shows for only 0.3 s, which is
 * less than a busy machine may take from one frame to the next.
 */
function noteCount(): void {
  const counted: string[] = [];
  window.counted = counted;
  new MutationObserver(() => {
    const texts = [
      ...document.querySelectorAll("[role=dialog] [aria-hidden]"),
    ].map(({ textContent }) => textContent);
    const shown = texts.find((text) => /^[1-9]$/.test(text));
    if (shown !== undefined && shown !== counted.at(-1)) counted.push(shown);
  }).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

/**
 * Runs in the page: the count is over after 2.5 s, so on a busy machine a click from outside can
 * come too late.
 */
function closeWhileCounting(): boolean {
  const dialog = document.querySelector("[role=dialog]");
  if (!dialog?.textContent.includes("Get ready…")) return false;
  dialog.querySelector<HTMLElement>("[aria-label=Close]")?.click();
  return true;
}
