import { type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { join } from "./people.ts";
import { test } from "./story.ts";

// Needs a separate app that nobody has used yet.
test("shows empty states with the next step until there is content", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const producer = await join(app, "producer_rapper");
  const listener = await join(app, "listener");
  const page = await openAs(producer, app);
  const listening = await openAs(listener, app);

  await page.goto("/home");
  await expect(page.getByText("No beats found")).toBeVisible();
  await listening.goto("/home");
  await expect(listening.getByText("No beats found")).toBeVisible();
  await expect(wayToFirstBeat(listening)).toHaveCount(0);

  await page.getByRole("tab", { name: "Verses" }).click();
  await expect(page.getByText("No verses found")).toBeVisible();
  await page.getByRole("button", { name: "Hear the beats" }).click();
  await expect(page.getByText("No beats found")).toBeVisible();

  await page.goto(`/profile/${producer.userId}`);
  await expect(page.getByText("No beats found")).toBeVisible();
  await expect(page.getByText("No verses found")).toBeVisible();
  await page.getByRole("link", { name: "Find a beat to rap on" }).click();
  await expect(page).toHaveURL("/home");
  await wayToFirstBeat(page).click();
  await expect(page).toHaveURL("/upload");

  await listening.goto(`/profile/${listener.userId}`);
  await expect(listening.getByText("All ears")).toBeVisible();
  await listening.goto("/search?q=zz");
  await expect(listening.getByText("No artists found")).toBeVisible();

  const beat = await makeBeat(producer);
  await listening.goto("/home");
  await expect(listening.getByText("No beats found")).toHaveCount(0);
  await listening.getByRole("link", { name: beat.title }).click();
  await expect(listening.getByText("No verses found")).toBeVisible();
});

function wayToFirstBeat(page: Page) {
  return page.getByRole("link", { name: "Drop the first one" });
}
