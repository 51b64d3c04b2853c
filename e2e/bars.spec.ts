import { expect, type Page } from "@playwright/test";
import { fixture } from "./audio.ts";
import { makeBeat } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { fillBeat } from "./screens.ts";
import { silentWav } from "./silentWav.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-90bpm-vbr2-stereo-44k-id3art.mp3";
const ANALYSIS_TIMEOUT_MS = 60_000;

const topOfUpload = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: "Upload Beat" })
    .evaluate((button) => button.getBoundingClientRect().top + window.scrollY);

const slider = (page: Page) => page.getByRole("slider", { name: "First bar" });

test("hears tempo, first bar and key of a chosen beat, and lets the producer correct them", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  const bpm = page.getByLabel("BPM");
  let chosen = "";
  await page.getByLabel("Beat file").setInputFiles(fixture(BEAT_FILE));
  await expect(page.getByText("Listening for tempo")).toBeVisible();
  const topBefore = await topOfUpload(page);

  await test.step("the BPM field is filled", async () => {
    await expect(page.getByText("Heard 90 BPM")).toBeVisible({
      timeout: ANALYSIS_TIMEOUT_MS,
    });
    await expect(bpm).toHaveValue("90");
    // The upload button must not have moved, or a press meant for it would miss.
    expect(await topOfUpload(page)).toBe(topBefore);
    await page.getByRole("button", { name: "Half the tempo" }).click();
    await expect(bpm).toHaveValue("45");
    await page.getByRole("button", { name: "Double the tempo" }).click();
    await expect(bpm).toHaveValue("90");
  });

  await test.step("the first bar moves by keys and taps, and is checked by ear", async () => {
    await expect(page.getByLabel("Title")).toHaveValue("Tabla Cypher"); // from the file's tag
    await page.getByText("Bars and key").click();
    await expect(
      page.getByText(/^Loudness -\d+\.\d LUFS, true peak -?\d\.\d dBTP\.$/),
    ).toBeVisible({ timeout: ANALYSIS_TIMEOUT_MS });
    const first = slider(page);
    const before = Number(await first.getAttribute("aria-valuenow"));
    await first.press("ArrowRight");
    await first.press("Shift+ArrowRight");
    await expect(first).toHaveAttribute("aria-valuenow", `${before + 11}`);
    const box = await first.boundingBox();
    if (!box) throw new Error("The waveform has no place.");
    await first.click({ position: { x: box.width / 2, y: box.height / 2 } });
    const msFromTap = async () =>
      Math.abs(Number(await first.getAttribute("aria-valuenow")) - 2000);
    // One pixel of the waveform stands for about 10 ms.
    await expect.poll(msFromTap).toBeLessThan(30);
    chosen = (await first.getAttribute("aria-valuetext")) ?? "";
    await page.getByRole("button", { name: "Check with clicks" }).click();
    await page.getByRole("button", { name: "Stop the clicks" }).click();
    await expect(
      page.getByRole("button", { name: "Check with clicks" }),
    ).toBeVisible();
    await page.getByLabel("Key", { exact: true }).selectOption("F# minor");
    await expectAccessible(page);
  });

  await test.step("the beat is published with them", async () => {
    await page.getByLabel("Title").fill("On the grid");
    await page.getByLabel("Genre").selectOption("Boom Bap");
    await page
      .getByRole("main")
      .getByRole("button", { name: "Upload Beat" })
      .click();
    await page.getByRole("link", { name: "Open the beat" }).click();
    await page.getByRole("button", { name: "Set the bars" }).click();
    await expect(slider(page)).toHaveAttribute("aria-valuetext", chosen, {
      timeout: ANALYSIS_TIMEOUT_MS,
    });
    await expect(page.getByLabel("Key", { exact: true })).toHaveValue(
      "F# minor",
    );
  });
});

test("keeps what the producer has entered, and says when there is no tempo", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  await fillBeat(page, { title: "My own", genre: "Trap", bpm: 140 });
  const file = page.getByLabel("Beat file");
  const bpm = page.getByLabel("BPM");
  await file.setInputFiles(fixture(BEAT_FILE));
  await expect(page.getByText("Heard 90 BPM")).toBeVisible({
    timeout: ANALYSIS_TIMEOUT_MS,
  });
  await expect(bpm).toHaveValue("140");
  await file.setInputFiles({
    name: "silence.wav",
    mimeType: "audio/wav",
    buffer: silentWav(1_764_044),
  });
  await expect(page.getByText(/^No steady tempo was heard/)).toBeVisible({
    timeout: ANALYSIS_TIMEOUT_MS,
  });
  // A BPM that the app filled in goes with its file; one that the user typed stays.
  await bpm.fill("");
  await file.setInputFiles(fixture(BEAT_FILE));
  await expect(bpm).toHaveValue("90", { timeout: ANALYSIS_TIMEOUT_MS });
  await file.setInputFiles({
    name: "quiet.wav",
    mimeType: "audio/wav",
    buffer: silentWav(1_764_044),
  });
  await expect(bpm).toHaveValue("", { timeout: ANALYSIS_TIMEOUT_MS });
  await bpm.fill("140");
  await file.setInputFiles(fixture("bad/png-renamed.mp3"));
  await expect(page.getByText(/^Invalid file type/)).toBeVisible();
  await expect(bpm).toHaveValue("140");
});

test("the producer of an earlier beat sets its bars, and nobody else is offered to", async ({
  join,
  openAs,
  producer,
}) => {
  const beat = await makeBeat(producer, { file: "beat-97bpm-marker-5s.mp3" });
  const other = await openAs(await join("producer"));
  await other.goto(`/beats/${beat.id}`);
  await expect(other.getByRole("heading", { name: beat.title })).toBeVisible();
  const offer = { name: "Set the bars" };
  await expect(other.getByRole("button", offer)).toHaveCount(0);

  const page = await openAs(producer);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", offer).click();
  await expect(slider(page)).toBeVisible({ timeout: ANALYSIS_TIMEOUT_MS });
  // Bar 1 may already be at the start of the file, where there is no button to go back to the
  // start. So this moves bar 1 first.
  await slider(page).press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Start of file" }).click();
  for (let press = 0; press < 3; press += 1)
    await slider(page).press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Save the bars" }).click();
  await expect(page.getByText("Bars saved.")).toBeVisible();
  await page.getByRole("button", offer).click();
  await expect(slider(page)).toHaveAttribute("aria-valuenow", "30", {
    timeout: ANALYSIS_TIMEOUT_MS,
  });
});
