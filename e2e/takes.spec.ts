import { type Locator, expect } from "@playwright/test";
import { makeBeat, versesOf } from "./content.ts";
import { recordAnother, recordTake, openMore } from "./screens.ts";
import { test } from "./story.ts";

test("keeps earlier takes, plays them in turn, and lists all on the profile after publishing", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  page.on("dialog", (question) => void question.accept());
  await page.goto(`/beats/${beat.id}`);
  // Both takes are long enough not to end during the steps below, even on a busy machine.
  const dialog = await recordTake(page, 7);
  await expect(takes(dialog)).toHaveCount(0);
  await recordAnother(dialog, 8);
  await expect(takes(dialog)).toHaveCount(2);
  await expect(dialog.getByText(/^They take up \d+\.\d MB/)).toBeVisible();

  await test.step("the other take goes on from the same position", async () => {
    await dialog.getByRole("button", { name: "Play preview" }).click();
    await expect(
      dialog.getByText(/^0:0[2-4]\/0:(0[8-9]|[1-5]\d)$/),
    ).toBeVisible();
    await takes(dialog).first().click();
    await expect(takes(dialog).first()).toHaveAttribute("aria-current", "true");
    await expect(
      dialog.getByText(/^0:0[2-5]\/0:(0[7-9]|[1-5]\d)$/),
    ).toBeVisible();
    await expect(
      dialog.getByRole("button", { name: "Stop preview" }),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Stop preview" }).click();
  });

  await test.step("a star and both takes survive a reload", async () => {
    const star = dialog.getByRole("button", { name: /^Star Take 1,/ });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(page.getByText("1 more take waits with it.")).toBeVisible();
    await page.getByRole("button", { name: "Recover take" }).click();
    await expect(takes(dialog)).toHaveCount(2);
    await expect(star).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("one take is deleted after a question", async () => {
    await dialog.getByRole("button", { name: /^Delete Take 2,/ }).click();
    const question = page.getByRole("dialog", { name: "Delete this take?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(takes(dialog)).toHaveCount(2);
    await dialog.getByRole("button", { name: /^Delete Take 2,/ }).click();
    await question.getByRole("button", { name: "Delete take" }).click();
    await expect(question).toHaveCount(0);
    await expect(takes(dialog)).toHaveCount(0);
    await expect(dialog.getByText("Your take is ready")).toBeVisible();
  });

  await recordAnother(dialog, 1);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  await page.reload();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expect(page.getByText("You have an unsent take")).toHaveCount(0);

  await test.step("both takes stay on this phone until they are thrown away", async () => {
    await page.goto(`/profile/${rapper.userId}`);
    const own = page.getByRole("region", { name: "Takes on this phone" });
    await expect(own.getByRole("listitem")).toHaveCount(2);
    const published = own
      .getByRole("listitem")
      .filter({ hasText: "Published" });
    await expect(published).toHaveCount(1);
    await published.getByRole("button", { name: /^Play/ }).click();
    const pause = published.getByRole("button", { name: /^Pause/ });
    await expect(pause).toBeVisible();
    const saving = page.waitForEvent("download");
    await published.getByRole("button", { name: /^Save to file/ }).click();
    expect((await saving).suggestedFilename()).toContain("verse");
    await published.getByRole("button", { name: /^Discard take/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Discard take" })
      .click();
    await expect(own.getByRole("listitem")).toHaveCount(1);
    await page.reload();
    await expect(own.getByRole("listitem")).toHaveCount(1);
  });
});

test("asks which of five takes goes before a sixth", async ({
  producer,
  rapperPage: page,
}) => {
  test.slow();
  const earlier = await makeBeat(producer);
  await page.goto(`/beats/${earlier.id}`);
  const dialog = await recordTake(page, 1);
  await dialog.getByRole("button", { name: "Close" }).click();
  const beat = await makeBeat(producer, { title: "Dusk" });
  await page.goto(`/beats/${beat.id}`);
  await recordTake(page, 1);
  for (const count of [2, 3, 4, 5]) {
    await recordAnother(dialog, 1);
    await expect(takes(dialog)).toHaveCount(count);
  }
  await dialog.getByRole("button", { name: /^Star Take 1,/ }).click();
  await dialog.getByRole("button", { name: "Record Again" }).click();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  const question = page.getByRole("dialog", { name: "Which take should go?" });
  await expect(
    question.getByRole("radio", { name: /^Take 1,.*, starred$/ }),
  ).not.toBeChecked();
  await expect(question.getByRole("radio", { name: /^Take 2,/ })).toBeChecked();
  await question.getByRole("button", { name: "Delete take" }).click();
  await expect(question).toHaveCount(0);

  await test.step("the others are still there", async () => {
    await dialog.getByRole("button", { name: "Back to your takes" }).click();
    await expect(takes(dialog)).toHaveCount(4);
    await expect(
      dialog.getByRole("button", { name: /^Star Take 1,/ }),
    ).toHaveAttribute("aria-pressed", "true");
  });
  await recordAnother(dialog, 1);
  await expect(takes(dialog)).toHaveCount(5);

  await test.step("a take over another beat still has its voice", async () => {
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.goto(`/beats/${earlier.id}`);
    await page.getByRole("button", { name: "Recover take" }).click();
    await openMore(dialog);
    await expect(
      dialog.getByRole("slider", { name: "Voice timing" }),
    ).toBeVisible();
  });
});

/** The takes in the list, oldest first. */
function takes(dialog: Locator): Locator {
  return dialog
    .getByRole("region", { name: "Your takes on this beat" })
    .getByRole("button", { name: /^Take \d/ });
}
