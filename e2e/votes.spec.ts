import { expect } from "@playwright/test";
import { beatAsStored, makeVerse } from "./content.ts";
import { test } from "./story.ts";

test("lets only listeners vote, shows the count to everyone, and says who may vote when it is pressed", async ({
  join,
  openAs,
  producer,
  beat,
}) => {
  for (const person of [producer, await join("rapper")]) {
    const page = await openAs(person);
    await page.goto(`/beats/${beat.id}`);
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    await page.getByRole("button", { name: "0 votes" }).first().click();
    await expect(page.getByText("Only listeners can vote.")).toBeVisible();
    await expect(page).toHaveURL(`/beats/${beat.id}`);
    await expect(
      page.getByRole("button", { name: `Vote for ${beat.title}` }),
    ).toHaveCount(0);
  }
});

test("counts a vote on a verse in other browsers and keeps it after a reload @core", async ({
  join,
  openAs,
  producer,
  rapper,
  beat,
}) => {
  await makeVerse(rapper, beat.id);
  const listenerPage = await openAs(await join("listener"));
  const rapperPage = await openAs(rapper);
  for (const page of [listenerPage, rapperPage])
    await page.goto(`/beats/${beat.id}`);

  const vote = listenerPage.getByRole("button", {
    name: `Vote for ${rapper.username} on "${beat.title}"`,
  });
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(rapperPage.getByText("1 vote", { exact: true })).toBeVisible();
  await listenerPage.reload();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  expect((await beatAsStored(producer, beat.id))?.voteCount).toBe(0);
});
