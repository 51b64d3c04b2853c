import { expect } from "@playwright/test";
import { ANALYSIS_RATE, decodeFixture, decodeUrl } from "./audio.ts";
import { makeBeat, versesOf } from "./content.ts";
import { findSound } from "./signal.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";

test("a take is counted in for a bar, which its file leaves out", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"), { file: BEAT_FILE });
  const rapper = await join("rapper");
  const page = await openAs(rapper);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: "Start recording" });
  const counting = dialog.getByText("Get ready…");
  const countIn = dialog.getByRole("switch", { name: /^Count-in/ });
  await countIn.check();

  await test.step("closing in the middle keeps nothing", async () => {
    await start.click();
    await expect(counting).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("You have an unsent take")).toHaveCount(0);
  });

  await test.step("the choice is remembered, and the bar is counted", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Record verse" }).click();
    await expect(countIn).toBeChecked();
    await start.click();
    await expect(counting).toBeVisible();
    await expect(dialog.getByText("1", { exact: true })).toBeVisible();
    await expect(dialog.getByText("0:02")).toBeVisible();
    await dialog.getByRole("button", { name: "Stop recording" }).click();
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the file begins just before the beat", async () => {
    const [verse] = await versesOf(rapper, beat.id);
    if (!verse?.fileUrl) throw new Error("The verse has no file.");
    const recording = await decodeUrl(page, verse.fileUrl);
    const { samples } = await decodeFixture(page, BEAT_FILE);
    const beginning = samples.subarray(0, 1.5 * ANALYSIS_RATE);
    const { strength, offsetSamples } = findSound(recording.samples, beginning);
    expect(strength).toBeGreaterThan(20);
    expect(offsetSamples / ANALYSIS_RATE).toBeLessThan(0.6);
  });
});
