import { type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

test("beats come three on a page, newest first, and pages are in the address", async ({
  join,
  openAs,
}) => {
  const titles: string[] = [];
  for (let i = 0; i < 4; i++)
    titles.push((await makeBeat(await join("producer"))).title);
  const [oldest] = titles;
  const page = await openAs(await join("listener"));
  await page.goto("/home");
  await expect(beatLinks(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(
    page.getByRole("link", { name: oldest ?? "", exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);

  await page.goto("/home?page=9999");
  await expect(beatLinks(page).first()).toBeVisible();
});

test("a filter that nothing matches says so, and goes to the first page", async ({
  join,
  openAs,
}) => {
  await makeBeat(await join("producer"));
  const page = await openAs(await join("listener"));
  await page.goto("/home");
  await choose(page, "State", "Ladakh");
  await expect(page.getByText("No beats found")).toBeVisible();
  await expect(page).toHaveURL(/state=Ladakh/);
  await page.getByRole("tab", { name: "Verses" }).click();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveCount(0);
});

function beatLinks(page: Page) {
  return page.getByRole("link", { name: /^Night Shift/ });
}
