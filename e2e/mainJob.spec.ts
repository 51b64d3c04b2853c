import { type Page, expect } from "@playwright/test";
import {
  ANALYSIS_RATE,
  type Sound,
  decodeFixture,
  decodeUrl,
  fixture,
} from "./audio.ts";
import { versesOf } from "./content.ts";
import { expectCreditAt } from "./credits.ts";
import { linkMailedTo } from "./mail.ts";
import { newDetails } from "./people.ts";
import {
  fillBeat,
  fillSignUp,
  followConfirmLink,
  recordTake,
  submitBeat,
  submitSignUp,
} from "./screens.ts";
import { CLEARLY_THERE, findSound, rms, strengthIn } from "./signal.ts";
import { test } from "./story.ts";

/**
 * Few stories create beats of this genre. A list shows three beats, and other stories publish
 * theirs at the same time.
 */
const GENRE = "R&B";
const BEAT_FILE = "beat-97bpm-marker-5s.mp3";
const OTHER_BEAT_FILE = "beat-97bpm-cbr192-stereo-44k-id3art.mp3";
const MICROPHONE_FILE = "mic-marker-48k-mono.wav";
/** Longer than the beat, so that the beat has to loop. */
const TAKE_SECONDS = 7;
// Most people see the animations, which the other stories do without.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("lets a producer, a rapper and a listener work together live", async ({
  app,
  join,
  openAs,
}) => {
  test.slow();
  const title = `Gully Nights ${Date.now()}`;
  const producer = newDetails("producer");
  const rapper = await join("rapper");
  const listener = await join("listener");
  const producerPage = await openAs(null);
  const rapperPage = await openAs(rapper);
  const listenerPage = await openAs(listener);

  await test.step("a producer signs up and follows the mailed link", async () => {
    await producerPage.goto("/signup");
    await fillSignUp(producerPage, producer);
    await submitSignUp(producerPage);
    await expect(producerPage).toHaveURL("/activate");
    const link = await linkMailedTo(app.mailUrl, producer.email, "/activate");
    await followConfirmLink(producerPage, link, producer);
    await expect(producerPage).toHaveURL("/home");
  });

  await test.step("the beat appears on the rapper's open page", async () => {
    await rapperPage.goto(`/home?${new URLSearchParams({ genre: GENRE })}`);
    await expect(rapperPage.getByRole("tab", { name: "Beats" })).toBeVisible();
    await uploadBeat(producerPage, title);
    await expect(rapperPage.getByText(title)).toBeVisible();
  });

  let recorderOpenMs = 0;
  await test.step("the rapper records a verse over it", async () => {
    await rapperPage.getByRole("link", { name: title }).click();
    await expect(rapperPage).toHaveURL(/\/beats\//);
    const beatUrl = new URL(rapperPage.url()).pathname;
    await producerPage.goto(beatUrl);
    await listenerPage.goto(beatUrl);
    const openedAt = Date.now();
    const dialog = await recordTake(rapperPage, TAKE_SECONDS);
    recorderOpenMs = Date.now() - openedAt;
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the verse appears in every open browser", async () => {
    const verseBy = `${rapper.username} on "${title}"`;
    for (const page of [rapperPage, producerPage, listenerPage]) {
      await expect(
        page.getByRole("button", { name: `Play ${verseBy}` }),
      ).toBeVisible();
      await expect(page.getByText("1 of 10 verses")).toBeVisible();
    }
  });

  await test.step("the recording contains the voice, the looping beat and the credits", async () => {
    const beatId = new URL(rapperPage.url()).pathname.split("/").at(-1) ?? "";
    const [verse] = await versesOf(rapper, beatId);
    if (!verse?.fileUrl) throw new Error("The verse has no file.");
    await expectCreditAt(rapperPage, verse.fileUrl, {
      beatTitle: title,
      producer: producer.username,
      rapper: rapper.username,
    });
    const recording = await decodeUrl(rapperPage, verse.fileUrl);
    const microphone = await decodeFixture(rapperPage, MICROPHONE_FILE);
    const beat = await decodeFixture(rapperPage, BEAT_FILE);
    const otherBeat = await decodeFixture(rapperPage, OTHER_BEAT_FILE);

    expect(recording.durationSeconds).toBeGreaterThan(6.5);
    // On a busy machine the press on Stop comes late.
    expect(recording.durationSeconds).toBeLessThan(recorderOpenMs / 1000);
    expect(
      Math.abs(recording.durationSeconds - verse.durationMs / 1000),
    ).toBeLessThan(0.25);
    expect(rms(recording.samples)).toBeGreaterThan(0.02);
    const strengthOf = ({ samples }: Sound) =>
      strengthIn(recording.samples, samples);
    expect(strengthOf(microphone)).toBeGreaterThan(CLEARLY_THERE);
    expect(strengthOf(beat)).toBeGreaterThan(CLEARLY_THERE);
    expect(strengthOf(otherBeat)).toBeLessThan(CLEARLY_THERE);

    const secondRound = recording.samples.subarray(5.2 * ANALYSIS_RATE);
    const beatBeginning = beat.samples.subarray(0, 1.5 * ANALYSIS_RATE);
    expect(findSound(secondRound, beatBeginning).strength).toBeGreaterThan(
      CLEARLY_THERE,
    );
  });

  await test.step("a listener's votes are counted in the other browsers", async () => {
    await voteFor(listenerPage, title);
    for (const page of [rapperPage, producerPage, listenerPage])
      await expect(oneVote(page)).toHaveCount(1);
    await voteFor(listenerPage, title);
    for (const page of [rapperPage, producerPage, listenerPage])
      await expect(oneVote(page)).toHaveCount(0);
  });
});

async function uploadBeat(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: "Upload Beat" }).click();
  await fillBeat(page, { title, genre: GENRE, bpm: 97 });
  await page.getByLabel("Beat file").setInputFiles(fixture(BEAT_FILE));
  await submitBeat(page);
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Share / })).toBeVisible();
}

async function voteFor(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Vote for ${title}` }).click();
}

function oneVote(page: Page) {
  return page.getByText("1 vote", { exact: true });
}
