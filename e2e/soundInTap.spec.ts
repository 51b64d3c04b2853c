/**
 * Sound that starts only in a tap, as on iPhones. If another take is tapped during a preview, the
 * preview goes on with that take once the app has read it. By then the browser no longer counts the
 * tap.
 */
import { type Locator, expect } from "@playwright/test";
import { recordedAtLeast, recordTake, startTake, openMore } from "./screens.ts";
import { soundOnlyInTap } from "./soundOnlyInTap.ts";
import { test } from "./story.ts";

test("another take goes on playing", async ({ beat, rapperPage: page }) => {
  test.slow();
  await page.addInitScript(soundOnlyInTap);
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 5);
  await dialog.getByRole("button", { name: "Record Again" }).click();
  await startTake(dialog);
  await recordedAtLeast(dialog, 5);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  const play = dialog.getByRole("button", { name: "Play preview" });
  const stop = dialog.getByRole("button", { name: "Stop preview" });
  const take = (number: number) =>
    dialog.getByRole("button", { name: new RegExp(`^Take ${number},`) });

  await test.step("from its file, as it was recorded", async () => {
    await play.click();
    await take(1).click();
    await expectToMove(dialog);
    await stop.click();
  });

  await test.step("mixed, after its voice was moved", async () => {
    await openMore(dialog);
    await dialog.getByRole("slider", { name: "Voice timing" }).press("ArrowUp");
    await expect(dialog.getByText("Voice timing: as recorded")).toHaveCount(0);
    await take(2).click();
    await expect(take(2)).toHaveAttribute("aria-current", "true");
    await play.click();
    await take(1).click();
    await expectToMove(dialog);
  });
});

/** Expects that the preview is on and its time moves. */
async function expectToMove(dialog: Locator): Promise<void> {
  await expect(
    dialog.getByRole("button", { name: /^Take 1,/ }),
  ).toHaveAttribute("aria-current", "true");
  await expect(
    dialog.getByRole("button", { name: "Stop preview" }),
  ).toBeVisible();
  const time = dialog.getByText(/^0:\d\d\/0:\d\d$/);
  const before = await time.innerText();
  await expect(time).not.toHaveText(before, { timeout: 5_000 });
}
