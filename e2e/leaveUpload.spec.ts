import { expect, type Page } from "@playwright/test";
import { fixture } from "./audio.ts";
import { fillBeat } from "./screens.ts";
import { test } from "./story.ts";

/** Counts the questions; each is answered as `isLeaving` says then. */
function answerQuestions(page: Page) {
  const answers = { asked: 0, isLeaving: false };
  page.on("dialog", async (dialog) => {
    answers.asked += 1;
    await (answers.isLeaving ? dialog.accept() : dialog.dismiss());
  });
  return answers;
}

test("Back and Sign Out ask while an upload runs, and staying keeps it", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  const answers = answerQuestions(page);
  // An upload that never ends.
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/storage/"),
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
