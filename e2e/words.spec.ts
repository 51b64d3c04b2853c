import { type Page, expect } from "@playwright/test";
import { expectAccessible } from "./expectAccessible.ts";
import { expectSent, recordedAtLeast, startTake } from "./screens.ts";
import { test } from "./story.ts";

/** The beat has eight bars, so that each line is shown long enough to be seen on a busy machine. */
test.use({ beatFile: "beat-97bpm-pcm16-stereo-44k.wav" });

/** The second line comes after 4.9 s, and the take goes on for a while. */
const SECONDS = 9;

const TEXT = "पहली पंक्ति\nsecond line\n\nthird line";

test("writes words for a beat, records with them and publishes them", async ({
  join,
  openAs,
  beat,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  await page.goto(`/beats/${beat.id}`);

  await test.step("words are kept on the device and in the account", async () => {
    await page.getByRole("button", { name: "Write words" }).click();
    await expect(words(page)).toBeFocused();
    await words(page).fill(TEXT);
    await expect(page.getByText("Kept in your account")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Write words" }).click();
    await expect(words(page)).toHaveValue(TEXT);
    const elsewhere = await openAs(rapper);
    await elsewhere.goto(`/beats/${beat.id}`);
    await elsewhere.getByRole("button", { name: "Write words" }).click();
    await expect(words(elsewhere)).toHaveValue(TEXT);
  });

  const dialog = page.getByRole("dialog");
  await test.step("they are shown while recording, in a remembered size", async () => {
    await page.getByRole("button", { name: "Record verse" }).click();
    await expect(
      dialog.getByRole("button", { name: "Words (3 lines)" }),
    ).toBeVisible();
    await startTake(dialog);
    const prompter = dialog.getByRole("region", { name: "Words" });
    // A press may take as long as a line is shown, so the next line may be current already.
    const current = prompter.locator("[aria-current]");
    await expect(current).toHaveText(/^(पहली पंक्ति|second line)$/);
    await prompter.getByRole("radio", { name: "Large" }).check();
    await expect(current).toHaveText(/^(second|third) line$/);
    await recordedAtLeast(dialog, SECONDS);
    await dialog.getByRole("button", { name: "Stop recording" }).click();
    const size = page.evaluate(() => localStorage.getItem("gully-words-size"));
    expect(await size).toBe("large");
  });

  await test.step("a line of the take plays from there, and the words are published", async () => {
    const line = dialog.getByRole("button", {
      name: 'Play from "second line"',
    });
    await line.click();
    await expect(
      dialog.getByRole("button", { name: "Stop preview" }),
    ).toBeVisible();
    await expect(line).toHaveAttribute("aria-current", "true");
    const publish = dialog.getByRole("switch", { name: /^Publish my words/ });
    await expect(publish).not.toBeChecked();
    await publish.check();
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
    await expectSent(page);
  });

  const card = page.getByRole("article").filter({ hasText: rapper.username });
  await test.step("the rapper edits them, and everyone reads that", async () => {
    await card.getByRole("button", { name: "Words", exact: true }).click();
    await expect(card.getByText("third line")).toBeVisible();
    await expectAccessible(page);
    await card.getByRole("button", { name: "Edit words" }).click();
    await words(card).fill(`${TEXT}, again`);
    await card.getByRole("button", { name: "Save words" }).click();
    await expect(card.getByText("third line, again")).toBeVisible();
    await expect(card.getByText("edited", { exact: true })).toBeVisible();
  });

  await test.step("a listener reads and can report them, until they are withdrawn", async () => {
    const listener = await openAs(await join("listener"));
    await listener.goto(`/beats/${beat.id}`);
    await listener.getByRole("button", { name: "Words", exact: true }).click();
    await expect(listener.getByText("third line, again")).toBeVisible();
    await expect(
      listener.getByRole("button", { name: /^Report words/ }),
    ).toBeVisible();
    await card.getByRole("button", { name: "Hide my words" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Hide my words" })
      .click();
    await expect(
      listener.getByRole("button", { name: "Words", exact: true }),
    ).toHaveCount(0);
  });
});

const words = (place: Pick<Page, "getByRole">) =>
  place.getByRole("textbox", { name: "Your words" });
