import { type Locator, type Page, expect } from "@playwright/test";
import { ANALYSIS_RATE, decodeFixture, decodeUrl } from "./audio.ts";
import { PERFORMANCE, plugCable } from "./cable.ts";
import { makeBeat, versesOf } from "./content.ts";
import type { Person } from "./people.ts";
import { findSound } from "./signal.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";
/** Far from what Chromium reports for its own devices, as on a real phone. */
const CABLE_SECONDS = 0.183;

/** How late the voice is beside the beat in the newest verse of a beat. */
async function voiceLateMs(
  page: Page,
  person: Person,
  beatId: string,
): Promise<number> {
  const [newest] = await versesOf(person, beatId);
  if (!newest?.fileUrl) throw new Error("The verse has no file.");
  const mix = await decodeUrl(page, newest.fileUrl);
  const beat = await decodeFixture(page, BEAT_FILE);
  const voice = await decodeFixture(page, PERFORMANCE);
  const places = [voice, beat].map(({ samples }) => {
    const { strength, offsetSamples } = findSound(mix.samples, samples);
    expect(strength).toBeGreaterThan(20);
    return (offsetSamples / ANALYSIS_RATE) * 1000;
  });
  const [voiceAt = 0, beatAt = 0] = places;
  return voiceAt - beatAt;
}

async function openRecorder(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Record verse" }).click();
  return page.getByRole("dialog");
}

async function makeTake(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog.getByText("0:04")).toBeVisible();
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
}

async function send(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
}

async function measure(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Measure delay" }).click();
  await dialog.getByRole("button", { name: "Play test sound" }).click();
}

test("a measured delay puts the voice on the beat where the reported one does not", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"), BEAT_FILE);
  const rapper = await join("rapper");
  const page = await openAs(rapper);
  await plugCable(page, { delaySeconds: CABLE_SECONDS });
  await page.goto(`/beats/${beat.id}`);

  const reported = await test.step("as reported", async () => {
    const dialog = await openRecorder(page);
    await makeTake(dialog);
    await send(dialog);
    return voiceLateMs(page, rapper, beat.id);
  });
  expect(reported).toBeGreaterThan(100);

  await test.step("as measured", async () => {
    const dialog = await openRecorder(page);
    await measure(dialog);
    await expect(dialog.getByText("Test sound 2 of 3")).toBeVisible();
    await expect(dialog.getByText(/^Delay: \d+ ms, measured$/)).toBeVisible();
    await makeTake(dialog);
    await send(dialog);
  });
  const measured = await voiceLateMs(page, rapper, beat.id);
  test.info().annotations.push({
    type: "measured",
    description: `voice late by ${reported.toFixed(1)} ms as reported, ${measured.toFixed(1)} ms as measured`,
  });
  expect(Math.abs(measured)).toBeLessThan(5);

  await test.step("it is known from the start in another visit", async () => {
    await page.reload();
    const dialog = await openRecorder(page);
    await expect(dialog.getByText(/^Delay: \d+ ms, measured$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Forget measured delay" }).click();
    await expect(
      dialog.getByText("Delay: as reported by the browser"),
    ).toBeVisible();
  });
});

test("a test sound that does not come back gives no number, but says what to do", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"), BEAT_FILE);
  const page = await openAs(await join("rapper"));
  await plugCable(page, { delaySeconds: CABLE_SECONDS, loudness: 0 });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await measure(dialog);
  await expect(
    dialog.getByText(/^The test sound was not heard\./),
  ).toBeVisible();
  await expect(dialog.getByText(/measured$/)).toHaveCount(0);
  await expect(
    dialog.getByRole("button", { name: "Start recording" }),
  ).toBeEnabled();
});
