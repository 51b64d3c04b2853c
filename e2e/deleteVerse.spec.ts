import { expect } from "@playwright/test";
import { stat } from "node:fs/promises";
import { makeVerse, versesOf } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { test } from "./story.ts";

test("removes a deleted verse from other browsers and deletes its file", async ({
  join,
  openAs,
  rapper,
  beat,
}) => {
  await makeVerse(rapper, beat.id);
  const [verse] = await versesOf(rapper, beat.id);
  if (!verse?.fileUrl) throw new Error("The verse has no file.");

  const rapperPage = await openAs(rapper);
  const listenerPage = await openAs(await join("listener"));
  const playVerse = `Play ${rapper.username} on "${beat.title}"`;
  const remove = `Delete verse by ${rapper.username}`;
  for (const page of [rapperPage, listenerPage]) {
    await page.goto(`/beats/${beat.id}`);
    await expect(page.getByRole("button", { name: playVerse })).toBeVisible();
  }
  await expect(listenerPage.getByRole("button", { name: remove })).toHaveCount(
    0,
  );

  await listenerPage.getByRole("button", { name: playVerse }).click();
  const nowPlaying = listenerPage.getByRole("region", { name: "Now playing" });
  await expect(nowPlaying).toBeVisible();

  await rapperPage.getByRole("button", { name: remove }).click();
  const question = rapperPage.getByRole("dialog");
  await expect(question.getByText("Delete this verse?")).toBeVisible();
  // Waits for the notice from now on, because it disappears by itself.
  const told = listenerPage
    .getByText("What was playing is not here any more.")
    .waitFor();
  await question.getByRole("button", { name: "Delete verse" }).click();
  await told;
  for (const page of [rapperPage, listenerPage]) {
    await expect(page.getByRole("button", { name: playVerse })).toHaveCount(0);
    await expect(page.getByText("0 of 10 verses")).toBeVisible();
  }
  await expect(
    rapperPage.getByRole("heading", { name: "0 of 10 verses" }),
  ).toBeFocused();
  await expect(nowPlaying).toHaveCount(0);
  await expect
    .poll(async () =>
      (await rapperPage.request.get(verse.fileUrl ?? "")).status(),
    )
    .toBe(404);
});

test("a rapper is told when a producer deletes the beat, and saves the verse", async ({
  openAs,
  producer,
  rapper,
  beat,
  rapperPage,
}) => {
  await makeVerse(rapper, beat.id);
  const [verse] = await versesOf(rapper, beat.id);
  const fileUrl = verse?.fileUrl ?? "";
  await rapperPage.goto("/home");
  const page = await openAs(producer);
  await page.goto(`/beats/${beat.id}`);

  await page.getByRole("button", { name: "Delete beat" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("along with 1 verse by 1 person,");
  await expect(question).toContainText("We tell their rappers.");
  await expectAccessible(page);
  await question
    .getByRole("button", { name: "Delete beat and verses" })
    .click();

  await rapperPage.getByText("A producer deleted one of your verses").click();
  await expectAccessible(rapperPage);
  const saving = rapperPage.waitForEvent("download");
  await rapperPage
    .getByRole("button", { name: `Save my verse on ${beat.title}` })
    .click();
  const path = await (await saving).path();
  expect((await stat(path)).size).toBeGreaterThan(1000);
  await expect
    .poll(async () => (await page.request.get(fileUrl)).status())
    .toBe(404);
});
