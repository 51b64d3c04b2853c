import { expect } from "@playwright/test";
import { ANALYSIS_RATE, decodeFixture, decodeUrl } from "./audio.ts";
import { versesOf } from "./content.ts";
import { findSound } from "./signal.ts";
import { expectSent, openRecorder, startTake } from "./screens.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";
const BAR_SECONDS = (4 * 60) / 97;
const SECTION_BARS = 8;

test.use({ beatFile: BEAT_FILE });

test("a section is led into, stops by itself, and its file begins with its first bar", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);

  await test.step("the choice is explained", async () => {
    await dialog.getByText("Section and mic check").click();
    await dialog.getByLabel("Section").selectOption(`${SECTION_BARS}`);
    await dialog.getByLabel("From bar").fill("2");
    await expect(dialog.getByText("so it repeats")).toBeVisible();
    // Bars that the beat does not have change nothing.
    await dialog.getByLabel("From bar").fill("99");
    await dialog.getByLabel("From bar").blur();
    await expect(dialog.getByLabel("From bar")).toHaveValue("2");
  });

  await test.step("the take ends without a press", async () => {
    await startTake(dialog);
    await expect(dialog.getByText("Get ready…")).toBeVisible();
    await expect(
      dialog.getByRole("button", { name: "Stop recording" }),
    ).toBeVisible();
    const upload = dialog.getByRole("button", { name: "Upload Verse" });
    await expect(upload).toBeEnabled({ timeout: 90_000 });
    await upload.click();
    // Before the dialog closes, twenty seconds of audio are mixed, on cores that browser and server
    // share.
    await expect(dialog).toBeHidden({ timeout: 90_000 });
    await expectSent(page);
  });

  await test.step("the file begins just before bar 2 and is as long as the section", async () => {
    const [verse] = await versesOf(rapper, beat.id);
    if (!verse?.fileUrl) throw new Error("The verse has no file.");
    const recording = await decodeUrl(page, verse.fileUrl);
    const { samples } = await decodeFixture(page, BEAT_FILE);
    const from = Math.round(BAR_SECONDS * ANALYSIS_RATE);
    const firstBar = samples.subarray(from, from + 1.5 * ANALYSIS_RATE);
    const { strength, offsetSamples } = findSound(recording.samples, firstBar);
    expect(strength).toBeGreaterThan(20);
    expect(offsetSamples / ANALYSIS_RATE).toBeLessThan(0.9);
    const seconds = recording.samples.length / ANALYSIS_RATE;
    expect(seconds).toBeGreaterThan(SECTION_BARS * BAR_SECONDS + 0.4);
    expect(seconds).toBeLessThan(SECTION_BARS * BAR_SECONDS + 3);
  });
});
