import { expect } from "@playwright/test";
import { recordTake, openCheck, openMore } from "./screens.ts";
import { test } from "./story.ts";

test("records and sends a take without AudioEncoder and worklets", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "AudioEncoder");
    AudioWorklet.prototype.addModule = () =>
      Promise.reject(new Error("There are no worklets here."));
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await expect(
    dialog.getByRole("button", { name: "Play preview" }),
  ).toBeVisible();
  await openMore(dialog);
  await expect(dialog.getByRole("slider", { name: /^Voice/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();

  await page.getByRole("button", { name: "Record verse" }).click();
  await openCheck(dialog);
  await dialog.getByRole("button", { name: "Measure delay" }).click();
  await dialog.getByRole("button", { name: "Play test sound" }).click();
  await expect(
    dialog.getByText("This browser cannot measure the delay."),
  ).toBeVisible();
});
