import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { answerQuestions } from "./answerQuestions.ts";
import { fillBeat } from "./screens.ts";
import { test } from "./story.ts";

test("asks before Back or Sign Out interrupt an upload, and keeps it on Cancel", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  const answers = answerQuestions(page);
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

  await page.evaluate(() => window.history.back());
  await expect.poll(() => answers.asked).toBe(1);
  await expect(page).toHaveURL("/upload");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(() => answers.asked).toBe(2);
  await expect(page.getByLabel("Title")).toHaveValue("Still here");

  answers.isLeaving = true;
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL("/home");
});
