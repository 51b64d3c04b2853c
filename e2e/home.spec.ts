import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { ownState } from "./ownState.ts";
import { join } from "./people.ts";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

test("shows three beats per page, newest first, with the page in the URL @core", async ({
  join,
  openAs,
}) => {
  const state = ownState(test.info(), 0);
  const titles: string[] = [];
  for (let i = 0; i < 4; i++)
    titles.push((await makeBeat(await join("producer", { state }))).title);
  const [oldest, ...newer] = titles;
  const page = await openAs(await join("listener"));
  await page.goto("/home");
  await choose(page, "State", state);
  await expect(beatLinks(page)).toHaveText(newer.toReversed());

  // The next page keeps the filter, even if it opens before the address shows the filter.
  const hasBoth = (url: URL) =>
    url.searchParams.get("state") === state &&
    url.searchParams.get("page") === "2";
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(hasBoth);
  await expect(beatLinks(page)).toHaveText([oldest ?? ""]);
  await page.reload();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);

  await page.goto(`/home?state=${state}&page=9999`);
  await expect(beatLinks(page)).toHaveText([oldest ?? ""]);
});

test("says so when no beat matches a filter", async ({ join, openAs }) => {
  await makeBeat(await join("producer"));
  const page = await openAs(await join("listener"));
  await page.goto("/home");
  await choose(page, "State", "Ladakh");
  await expect(page.getByText("No beats found")).toBeVisible();
  await expect(page).toHaveURL(/state=Ladakh/);
  await page.getByRole("tab", { name: "Verses" }).click();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveCount(0);
});

test("shows two beats and a half on the first screen of a phone", async ({
  openAs,
  startOwnApp,
}) => {
  const app = await startOwnApp();
  const producer = await join(app, "producer");
  for (const title of ["Local", "Monsoon Tape", "Rain"])
    await makeBeat(producer, { title });
  const page = await openAs(await join(app, "listener"), app);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/home");
  // People who have not begun yet see it after the note that tells them what to do first.
  await page.getByRole("button", { name: "Close" }).click();
  const third = page.getByRole("article", { name: "Local" });
  await expect(third).toBeVisible();
  const bar = await boxOf(
    page.getByRole("navigation", { name: "Bottom navigation" }),
  );
  const { y, height } = await boxOf(third);
  expect((bar.y - y) / height).toBeGreaterThanOrEqual(0.5);
});

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("Nothing is shown there.");
  return box;
}

function beatLinks(page: Page) {
  return page.getByRole("link", { name: /^Night Shift/ });
}
