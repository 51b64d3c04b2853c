import { expect } from "@playwright/test";
import { makeVerse, versesOf } from "./content.ts";
import { recordTake } from "./screens.ts";
import { test } from "./story.ts";

const LIMIT = 10;

test("keeps the take when another verse reaches the limit first", async ({
  join,
  openAs,
  beat,
}) => {
  test.slow();
  const quick = await join("rapper");
  for (let i = 1; i < LIMIT; i++) await makeVerse(quick, beat.id);

  const slow = await join("producer_rapper");
  const page = await openAs(slow);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await makeVerse(quick, beat.id);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
  const tray = page.getByRole("region", { name: "Verses on their way" });
  await expect(
    tray.getByText("Verse limit reached for this beat."),
  ).toBeVisible();
  await expect(
    tray.getByRole("button", { name: "Save to file" }),
  ).toBeEnabled();
  await tray.getByRole("button", { name: "Stop sending" }).click();
  await page.getByRole("button", { name: "Recover take" }).click();
  await expect(
    dialog.getByRole("button", { name: "Play preview" }),
  ).toBeEnabled();
  expect(await versesOf(slow, beat.id)).toHaveLength(LIMIT);
});

test("lets only the producer set the verse limit and tells others so", async ({
  join,
  openAs,
  producer,
  beat,
}) => {
  const own = await openAs(producer);
  const other = await openAs(await join("listener"));
  await own.goto(`/beats/${beat.id}`);
  await other.goto(`/beats/${beat.id}`);
  await expect(other.getByText("Set by producer")).toBeVisible();
  await expect(
    other.getByText("Only rappers can record verses."),
  ).toBeVisible();
  await expect(other.getByLabel("Verse limit")).toHaveCount(0);
  const choice = own.getByRole("combobox", { name: "Verse limit" });
  await expect(choice.getByRole("option")).toHaveText([
    "10 verses",
    "15 verses",
    "20 verses",
  ]);
  await choice.selectOption("20");
  await expect(other.getByText("Verse limit: 20 verses")).toBeVisible();
  await expect(other.getByText("0 of 20 verses")).toBeVisible();
});

test("stops recording in every open browser once the limit is reached", async ({
  join,
  openAs,
  beat,
}) => {
  test.slow();
  const quick = await join("rapper");
  const page = await openAs(await join("rapper"));
  await page.goto(`/beats/${beat.id}`);
  await expect(
    page.getByRole("button", { name: "Record verse" }),
  ).toBeEnabled();
  for (let i = 0; i < LIMIT; i++) await makeVerse(quick, beat.id);
  await expect(
    page.getByText("Verse limit reached for this beat."),
  ).toBeVisible();
});
