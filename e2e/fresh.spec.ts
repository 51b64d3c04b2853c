import { type Page, expect } from "@playwright/test";
import { makeVerse } from "./content.ts";
import { test } from "./story.ts";

const cardOf = (page: Page, name: string) =>
  page.getByRole("article", { name, exact: true });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

test("what nobody has heard plays one after the other, and its author learns of it @core", async ({
  openAs,
  listenerPage: page,
  producer,
  rapper,
  beat,
}) => {
  const own = await openAs(producer);
  await own.goto(`/profile/${producer.userId}`);
  await expect(cardOf(own, beat.title).getByText("Heard by 0")).toBeVisible();
  await makeVerse(rapper, beat.id);
  const verse = `${rapper.username} on "${beat.title}"`;

  await page.goto("/home");
  await page.getByRole("link", { name: /^Fresh ears/ }).click();
  await expect(page).toHaveURL("/fresh");
  await expect(page.getByText("Fifteen seconds count.")).toBeVisible();
  await expect(button(page, "Back")).toBeDisabled();
  // Other stories publish verses at the same time, and the newest verse comes first.
  const shown = page.getByRole("main").getByRole("article");
  await expect(async () => {
    await expect(shown).toBeVisible({ timeout: 5_000 });
    const card = cardOf(page, verse);
    if (!(await card.isVisible())) await button(page, "Next").click();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const place = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: " of " });
  const before = await place.innerText();
  await cardOf(page, verse)
    .getByRole("button", { name: `Play ${verse}` })
    .click();
  // The verse ends, and the next one plays by itself.
  await expect(cardOf(page, verse)).toHaveCount(0);
  await expect(place).not.toHaveText(before);
  await expect(button(page, /^Pause /)).toBeVisible();
  const theirs = await openAs(rapper);
  await theirs.goto(`/profile/${rapper.userId}`);
  await expect(cardOf(theirs, verse).getByText("Heard by 1")).toBeVisible();
});
