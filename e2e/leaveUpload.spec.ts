import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { fillBeat } from "./screens.ts";
import { test } from "./story.ts";

test("asks before Back or Sign Out interrupt an upload, and keeps it on Cancel", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  // This upload never ends.
  await page.route(
    ({ pathname }) => pathname === "/api/pieces",
    () => undefined,
  );
  await page.goto("/home");
  await page.getByRole("link", { name: "Upload Beat" }).click();
  await fillBeat(page, { title: "Still here", genre: "Trap", bpm: 97 });
  await page
    .getByLabel("Beat file")
    .setInputFiles(fixture("beat-97bpm-short-2s.mp3"));
  await page
    .getByRole("main")
    .getByRole("button", { name: "Upload Beat" })
    .click();
  await expect(
    page.getByRole("button", { name: "Cancel upload" }),
  ).toBeVisible();

  const leave = page.getByRole("dialog", { name: "Leave this page?" });
  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Cancel" }).click();
  await expect(leave).toHaveCount(0);
  await expect(page).toHaveURL("/upload");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await leave.getByRole("button", { name: "Cancel" }).click();
  await expect(leave).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Still here");

  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/home");
});
