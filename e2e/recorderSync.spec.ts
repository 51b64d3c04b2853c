import { type Locator, type Page, expect } from "@playwright/test";
import {
  ANALYSIS_RATE,
  decodeFile,
  decodeFixture,
  decodeUrl,
  type Sound,
} from "./audio.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { PERFORMANCE, plugCable } from "./plugCable.ts";
import { makeBeat, makeVerse, versesOf } from "./content.ts";
import { expectCreditAt } from "./credits.ts";
import type { Person } from "./people.ts";
import {
  expectSent,
  makeTake,
  openRecorder,
  openCheck,
  openMore,
} from "./screens.ts";
import { findSound } from "./signal.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";
/**
 * Differs a lot from the delay that Chromium reports for its own devices, as on
 * a real phone.
 */
const CABLE_SECONDS = 0.183;

/** How far a voice may be from its place over a cable that is exact. */
const EXACT_MS = 3;

/** Returns how many milliseconds the voice lags behind the beat. */
async function lateMs(page: Page, mix: Sound): Promise<number> {
  const beat = await decodeFixture(page, BEAT_FILE);
  const voice = await decodeFixture(page, PERFORMANCE);
  // The beat loops, and in a long take any of its rounds may match best. So only the first is
  // searched.
  const firstRound = mix.samples.subarray(0, beat.samples.length);
  const placeMs = ({ samples }: Sound) => {
    const { strength, offsetSamples } = findSound(firstRound, samples);
    expect(strength).toBeGreaterThan(20);
    return (offsetSamples / ANALYSIS_RATE) * 1000;
  };
  return placeMs(voice) - placeMs(beat);
}

async function lateInNewest(
  page: Page,
  person: Person,
  beatId: string,
): Promise<number> {
  const [newest] = await versesOf(person, beatId);
  if (!newest?.fileUrl) throw new Error("The verse has no file.");
  return lateMs(page, await decodeUrl(page, newest.fileUrl));
}

async function lateInSaved(page: Page, dialog: Locator): Promise<number> {
  const saving = page.waitForEvent("download");
  await openMore(dialog);
  await dialog.getByRole("button", { name: "Save to file" }).click();
  const saved = await saving;
  return lateMs(page, await decodeFile(page, await saved.path()));
}

/** Adds a measured value to the report. */
function note(description: string): void {
  test.info().annotations.push({ type: "measured", description });
}

/** Moves the voice with the arrow keys, 5 ms per step. */
async function moveVoice(dialog: Locator, steps: number): Promise<void> {
  const slider = dialog.getByRole("slider", { name: "Voice timing" });
  await slider.focus();
  const key = steps < 0 ? "ArrowLeft" : "ArrowRight";
  for (let step = 0; step < Math.abs(steps); step++) await slider.press(key);
}

/**
 * Creates a beat of the producer and opens its page with the cable installed.
 */
async function openBeat(page: Page, producer: Person, { loudness = 1 } = {}) {
  const beat = await makeBeat(producer, { file: BEAT_FILE });
  await plugCable(page, { delaySeconds: CABLE_SECONDS, loudness });
  await page.goto(`/beats/${beat.id}`);
  return beat;
}

async function send(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
  await expectSent(dialog.page());
}

async function playTestSound(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Play test sound" }).click();
}

async function measure(dialog: Locator): Promise<void> {
  await openCheck(dialog);
  await dialog.getByRole("button", { name: "Measure delay" }).click();
  const second = dialog.getByText("Test sound 2 of 3").waitFor();
  await playTestSound(dialog);
  await second;
  await expect(dialog.getByText(/^Delay: \d+ ms, measured$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
}

test("puts the voice on the beat with a measured delay where the reported delay fails", async ({
  join,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  const beat = await openBeat(page, await join("producer"));

  const reported = await test.step("as reported", async () => {
    const dialog = await openRecorder(page);
    await makeTake(dialog, 4);
    await send(dialog);
    return lateInNewest(page, rapper, beat.id);
  });
  expect(reported).toBeGreaterThan(50);

  await test.step("as measured", async () => {
    const dialog = await openRecorder(page);
    await measure(dialog);
    await makeTake(dialog, 4);
    await send(dialog);
  });
  const measured = await lateInNewest(page, rapper, beat.id);
  note(`late by ${reported} ms as reported, by ${measured} ms as measured`);
  expect(Math.abs(measured)).toBeLessThan(EXACT_MS);

  await test.step("the measured delay is remembered on the next visit", async () => {
    await page.reload();
    const dialog = await openRecorder(page);
    await openCheck(dialog);
    await expect(dialog.getByText(/^Delay: \d+ ms, measured$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Forget measured delay" }).click();
    await expect(dialog.getByText("Delay: not measured yet")).toBeVisible();
  });
});

test("an answer lands on the beat after the verse that leads in", async ({
  join,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  const beat = await openBeat(page, await join("producer"));
  const section = { startBar: 1, bars: 1, atMs: 0, endMs: 2_474 };
  const verse = await makeVerse(await join("rapper"), beat.id, { section });
  await page.goto(`/beats/${beat.id}?answer=${verse}`);
  const dialog = page.getByRole("dialog");
  await measure(dialog);
  const choice = dialog.getByLabel("Section");
  const door = dialog.getByText("Section and mic check");
  if (!(await choice.isVisible())) await door.click();
  await choice.selectOption("");
  await makeTake(dialog, 4);
  await send(dialog);
  const late = await lateInNewest(page, rapper, beat.id);
  note(`an answer is late by ${late} ms`);
  expect(Math.abs(late)).toBeLessThan(EXACT_MS);
});

test("gives advice and no number if the test sound is not heard", async ({
  join,
  rapperPage: page,
}) => {
  await openBeat(page, await join("producer"), { loudness: 0 });
  const dialog = await openRecorder(page);
  await openCheck(dialog);
  await dialog.getByRole("button", { name: "Measure delay" }).click();
  await playTestSound(dialog);
  await expect(
    dialog.getByText(/^The test sound was not heard\./),
  ).toBeVisible();
  await expect(dialog.getByText(/measured$/)).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(
    dialog.getByRole("button", { name: "Start recording" }),
  ).toBeEnabled();
});

test("sends a voice as it was adjusted and starts the next take from there", async ({
  rapper,
  rapperPage: page,
  producer,
}) => {
  test.slow();
  const beat = await openBeat(page, producer);

  const recorded = await test.step("100 ms earlier", async () => {
    const dialog = await openRecorder(page);
    await makeTake(dialog, 4);
    const untouched = await lateInSaved(page, dialog);
    await moveVoice(dialog, -20);
    await expect(dialog.getByText("100 ms earlier")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Play preview" }).click();
    await expect(dialog.getByText(/0:0[1-9]\/0:0/)).toBeVisible();
    await dialog.getByRole("button", { name: "Stop preview" }).click();
    await send(dialog);
    return untouched;
  });
  const moved = await lateInNewest(page, rapper, beat.id);
  const [mixed] = await versesOf(rapper, beat.id);
  await expectCreditAt(page, mixed?.fileUrl ?? "", {
    beatTitle: beat.title,
    producer: producer.username,
    rapper: rapper.username,
  });
  note(`moved 100 ms earlier: from ${recorded} to ${moved} ms`);
  expect(Math.abs(moved - recorded + 100)).toBeLessThan(5);

  const next = await test.step("the next take starts from there", async () => {
    const dialog = await openRecorder(page);
    await openCheck(dialog);
    await expect(
      dialog.getByText("Voice moved 100 ms earlier by ear"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await makeTake(dialog, 4);
    return lateInSaved(page, dialog);
  });
  note(`the next take, untouched: ${next} ms`);
  expect(Math.abs(next - moved)).toBeLessThan(EXACT_MS);

  await test.step("a recovered take can be moved back", async () => {
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("button", { name: "Recover take" }).click();
    const dialog = page.getByRole("dialog");
    await openMore(dialog);
    await moveVoice(dialog, 20);
    await send(dialog);
  });
  const back = await lateInNewest(page, rapper, beat.id);
  note(`recovered and moved 100 ms later: ${back} ms`);
  expect(Math.abs(back - next - 100)).toBeLessThan(5);
});
