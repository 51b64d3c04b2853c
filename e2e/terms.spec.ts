import { type Page, expect } from "@playwright/test";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fixture } from "./audio.ts";
import { makeBeat, makeVerse, versesOf } from "./content.ts";
import { expectCreditAt, expectCreditOfSaved, tagsOf } from "./credits.ts";
import { expectAccessible } from "./expectAccessible.ts";
import {
  choose,
  expectSent,
  fillBeat,
  moreKey,
  openRecorder,
  recordTake,
  submitBeat,
  openMore,
} from "./screens.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";
const NOT_FOR_MONEY = "Share it anywhere with credit, but not for money.";
const ONLY_HERE =
  "Listen and record on Gully Cypher only, and do not share it elsewhere.";

test("a producer picks terms, a rapper sees them before recording, and files name them", async ({
  join,
  openAs,
}) => {
  test.slow();
  const title = `Fair Share ${Date.now()}`;
  const producer = await join("producer");
  const rapper = await join("rapper");
  const own = await openAs(producer);
  const page = await openAs(rapper);
  const makers = {
    beatTitle: title,
    producer: producer.username,
    rapper: rapper.username,
  };

  await test.step("the producer picks terms on the upload form", async () => {
    await own.goto("/upload");
    await expect(own.getByRole("radio", { name: ONLY_HERE })).toBeChecked();
    await own.getByRole("radio", { name: NOT_FOR_MONEY }).check();
    await fillBeat(own, { title, genre: "Boom Bap", bpm: 97 });
    await own.getByLabel("Beat file").setInputFiles(fixture(BEAT_FILE));
    await submitBeat(own);
    await own.getByRole("link", { name: "Open the beat" }).click();
    await expect(own.getByText(NOT_FOR_MONEY)).toBeVisible();
  });

  await test.step("the rapper sees them and saves the beat with its credit", async () => {
    await page.goto(new URL(own.url()).pathname);
    await expect(page.getByText(NOT_FOR_MONEY)).toBeVisible();
    const file = await saved(page, `Save ${title} to a file`);
    expect(file.name).toBe(
      `${title} prod ${producer.username}.mp3`.replace(/[^\w.]+|_/g, "-"),
    );
    expect(await tagsOf(file.bytes)).toEqual({
      title,
      artist: producer.username,
      comment: `"${title}", a beat by ${producer.username} on Gully Cypher. Terms: ${NOT_FOR_MONEY}`,
    });
  });

  await test.step("the recorder shows them, and the take names them", async () => {
    const dialog = await openRecorder(page);
    await expect(dialog.getByText(NOT_FOR_MONEY)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await recordTake(page, 2);
    await openMore(dialog);
    await expectCreditOfSaved(
      page,
      () => dialog.getByRole("button", { name: "Save to file" }).click(),
      { ...makers, terms: "share" },
    );
    await choose(own, "Terms", "Only here"); // while the take waits
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
    await expectSent(page);
  });

  await test.step("a change applies to later verses only", async () => {
    await expect(page.getByText(ONLY_HERE)).toBeVisible();
    await expect(saveKey(page, title)).toHaveCount(0);
    await expect(saveKey(own, title)).toBeVisible();
    const beatId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const [verse] = await versesOf(rapper, beatId);
    expect(verse?.terms).toBe("share");
    await expectCreditAt(page, verse?.fileUrl ?? "", {
      ...makers,
      terms: "share",
    });
    const verseTitle = `${rapper.username} on "${title}"`;
    await moreKey(own, rapper.username).click();
    await expect(saveKey(own, verseTitle)).toBeVisible();
    await own.keyboard.press("Escape");
    await makeVerse(rapper, beatId);
    await expect(own.getByText("2 of 10 verses")).toBeVisible();
    for (const [on, savable] of [
      [own, 1],
      [page, 2],
    ] as const) {
      const keys = moreKey(on, rapper.username);
      await expect(keys).toHaveCount(2);
      let count = 0;
      for (const key of await keys.all()) {
        await key.press("Enter");
        await expect(key).toHaveAttribute("aria-expanded", "true");
        count += await saveKey(on, verseTitle).count();
        await key.press("Escape");
      }
      expect(count).toBe(savable);
    }
  });
});

test("the producer saves the very file, whose SHA-256 the page proves", async ({
  openAs,
  producer,
}) => {
  const beat = await makeBeat(producer, { file: BEAT_FILE });
  const page = await openAs(producer);
  await page.goto(`/beats/${beat.id}`);
  const digest = createHash("sha256")
    .update(await readFile(fixture(BEAT_FILE)))
    .digest("hex");
  await expect(page.getByText("SHA-256")).toHaveCount(0);
  await page.getByText("Proof of date").click();
  await expect(page.getByText(/^Stored \d+ \w+ \d{4}/)).toBeVisible();
  await expect(page.getByText(digest, { exact: true })).toBeVisible();
  const { bytes } = await saved(page, `Save ${beat.title} to a file`);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(digest);
  await expectAccessible(page);
});

test("where the producer has to be asked, nobody else can save and the line leads to them", async ({
  join,
  openAs,
  producer,
}) => {
  const beat = await makeBeat(producer, { terms: "ask" });
  const page = await openAs(await join("listener"));
  await page.goto(`/beats/${beat.id}`);
  await expect(
    page.getByText("Ask the producer before you use it anywhere else."),
  ).toBeVisible();
  await expect(saveKey(page, beat.title)).toHaveCount(0);
  await page.getByRole("link", { name: `Ask ${producer.username}` }).click();
  await expect(page).toHaveURL(`/profile/${producer.userId}`);
});

function saveKey(page: Page, title: string) {
  return page.getByRole("button", { name: `Save ${title} to a file` });
}

/** Presses a button that saves a file, and reads what the browser got. */
async function saved(page: Page, button: string) {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await saving;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes };
}
