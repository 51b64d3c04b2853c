import { expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { ownGenre } from "./ownState.ts";
import { test } from "./story.ts";

test("shows new beats and verses in other open browsers @core", async ({
  join,
  openAs,
  producer,
  rapper,
}) => {
  const home = await openAs(await join("listener"));
  // Few stories use this genre. Three new beats of other stories would push this one off the page.
  const genre = "Experimental";
  await home.goto(`/home?genre=${genre}`);
  await expect(home.getByRole("tab", { name: "Beats" })).toBeVisible();
  const profile = await openAs(rapper);
  await profile.goto(`/profile/${producer.userId}`);
  await expect(profile.getByText("Nothing out yet.")).toBeVisible();

  const beat = await makeBeat(producer, { genre });
  await expect(home.getByRole("link", { name: beat.title })).toBeVisible();
  await expect(profile.getByRole("link", { name: beat.title })).toBeVisible();
  await expect(profile.getByLabel("Statistics")).toHaveText(/Beats\s*1/);

  await home.getByRole("tab", { name: "Verses" }).click();
  await profile.goto(`/beats/${beat.id}`);
  await expect(profile.getByText("0 of 10 verses")).toBeVisible();
  await makeVerse(rapper, beat.id);
  const verse = `${rapper.username} on "${beat.title}"`;
  await expect(home.getByRole("article", { name: verse })).toBeVisible();
  await expect(profile.getByRole("article", { name: verse })).toBeVisible();
  await expect(profile.getByText("1 of 10 verses")).toBeVisible();
});

test("moves to the last page when the open page disappears", async ({
  join,
  openAs,
}) => {
  // No other test uses this state, and each try of this test uses another genre in it.
  const state = "Tripura";
  const genre = ownGenre(test.info());
  const producer = await join("producer", { state });
  const beats = [];
  for (let i = 0; i < 4; i++) beats.push(await makeBeat(producer, { genre }));
  const page = await openAs(await join("rapper"));
  await page.goto(`/home?${new URLSearchParams({ state, genre })}`);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("article")).toHaveCount(1);

  const owner = await openAs(producer);
  await owner.goto(`/beats/${beats[0]?.id ?? ""}`);
  await owner.getByRole("button", { name: "Delete beat", exact: true }).click();
  await owner
    .getByRole("dialog")
    .getByRole("button", { name: "Delete beat and verses" })
    .dblclick();
  await expect(owner).toHaveURL("/home");

  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
});

test("tells viewers of a beat that it was deleted", async ({
  join,
  openAs,
  producer,
  beat,
}) => {
  await makeVerse(await join("rapper"), beat.id);
  const page = await openAs(await join("listener"));
  await page.goto(`/beats/${beat.id}`);
  await expect(page.getByRole("article")).toHaveCount(1);

  const owner = await openAs(producer);
  await owner.goto(`/beats/${beat.id}`);
  await owner.getByRole("button", { name: "Delete beat", exact: true }).click();
  const question = owner.getByRole("dialog");
  await expect(question.getByText(beat.title)).toContainText("1 verse");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await owner.getByRole("button", { name: "Delete beat", exact: true }).click();
  await question
    .getByRole("button", { name: "Delete beat and verses" })
    .click();

  await expect(
    page.getByRole("heading", { name: "Beat not found" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back to the floor" }).click();
  await expect(page).toHaveURL("/home");
  await expect(page.getByRole("link", { name: beat.title })).toHaveCount(0);
});
