import { type Page, expect } from "@playwright/test";
import { versesOf } from "./content.ts";
import { expectCreditOfSaved } from "./credits.ts";
import { answerQuestions } from "./answerQuestions.ts";
import { recordTake } from "./screens.ts";
import { test } from "./story.ts";

/** No other story creates beats of this genre. */
const LIST = "/home?genre=Hip+Hop";

test.use({ beatGenre: "Hip Hop" });

test("keeps a take across a reload and lets it be sent", async ({
  producer,
  beat,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  const answers = answerQuestions(page);
  await page.goto(`/beats/${beat.id}`);
  await recordTake(page, 2);

  await page.reload();
  expect(answers.asked).toBe(1);
  await expect(unsent(page).getByText("You have an unsent take")).toBeVisible();
  await expectCreditOfSaved(
    page,
    () => unsent(page).getByRole("button", { name: "Save to file" }).click(),
    {
      beatTitle: beat.title,
      producer: producer.username,
      rapper: rapper.username,
    },
  );
  await unsent(page).getByRole("button", { name: "Recover take" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await dialog.getByRole("button", { name: "Upload Verse" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});

test("asks before Back leaves a take, which then stays with its beat", async ({
  beat,
  rapperPage: page,
}) => {
  test.slow();
  await page.goto(LIST);
  await page.getByRole("link", { name: beat.title }).click();
  await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
  const dialog = await recordTake(page, 2);

  const leave = page.getByRole("dialog", { name: "Leave this page?" });
  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Cancel" }).click();
  await expect(leave).toHaveCount(0);
  await expect(page).toHaveURL(`/beats/${beat.id}`);
  await expect(dialog.getByText("Your take is ready")).toBeVisible();

  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(LIST);
  await page.goForward();
  await expect(unsent(page)).toBeVisible();

  await test.step("it is deleted only after confirmation", async () => {
    await unsent(page).getByRole("button", { name: "Discard take" }).click();
    const question = page.getByRole("dialog");
    await expect(question.getByText("Throw this take away?")).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(unsent(page)).toBeVisible();
    await unsent(page).getByRole("button", { name: "Discard take" }).click();
    await question.getByRole("button", { name: "Discard take" }).click();
    await expect(unsent(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    await expect(unsent(page)).toHaveCount(0);
  });
});

function unsent(page: Page) {
  return page.getByRole("region", { name: "You have an unsent take" });
}
