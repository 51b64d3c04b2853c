import { type Page, expect } from "@playwright/test";
import { makeVerse } from "./content.ts";
import { test } from "./story.ts";

const bellOf = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^Bell/ });

test("rings the producer live, is read in every tab, and leads to people one follows @core", async ({
  openAs,
  openBeside,
  producer,
  rapper,
  beat,
}) => {
  const page = await openAs(producer);
  await page.goto("/home");
  await expect(bellOf(page)).toHaveAccessibleName("Bell");
  const beside = await openBeside(page);
  await beside.goto(`/beats/${beat.id}`);
  await makeVerse(rapper, beat.id);
  for (const tab of [page, beside])
    await expect(bellOf(tab)).toHaveAccessibleName("Bell, 1 new");

  await bellOf(page).click();
  const row = page.getByRole("link", {
    name: `${rapper.username} rapped on your beat "${beat.title}".`,
  });
  await expect(row).toBeVisible();
  for (const tab of [page, beside])
    await expect(bellOf(tab)).toHaveAccessibleName("Bell");
  await row.click();
  await expect(page).toHaveURL(`/beats/${beat.id}`);

  await page.goto(`/profile/${rapper.userId}`);
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await makeVerse(rapper, beat.id);
  await bellOf(page).click();
  await page
    .getByRole("link", { name: "New from 1 person you follow" })
    .click();
  await expect(page).toHaveURL("/following");
  const followed = page.getByRole("region", { name: rapper.username });
  await expect(followed.getByText(`"${beat.title}"`)).toBeVisible();
  const followers = await openAs(rapper);
  await followers.goto(`/profile/${rapper.userId}`);
  await expect(
    followers.getByRole("link", { name: "1 follower · following 0" }),
  ).toBeVisible();
});
