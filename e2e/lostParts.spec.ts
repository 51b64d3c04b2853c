import { expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { recordedAtLeast } from "./screens.ts";
import { test } from "./story.ts";

test("a recorder that cannot be loaded says so, and opens when asked again", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"));
  const page = await openAs(await join("rapper"));
  await page.goto(`/beats/${beat.id}`);
  const open = page.getByRole("button", { name: "Record verse" });
  await expect(open).toBeVisible();
  const recorder = /\/assets\/RecordVerseDialog-[^/]*\.js/;
  await page.route(recorder, (route) => route.abort("connectionfailed"));
  await open.click();
  const note = page.getByRole("alert").filter({ hasText: "could not be" });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    beat.title,
  );

  await page.unroute(recorder);
  await note.getByRole("button", { name: "Try again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 1);
});

test("the frame stays when the mini-player cannot be loaded", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("listener"));
  const player = /\/assets\/MiniPlayer-[^/]*\.js/;
  const failed = page.waitForEvent("requestfailed");
  await page.route(player, (route) => route.abort("connectionfailed"));
  await page.goto("/home");
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const loaded = page.waitForResponse(player);
  await page.unroute(player);
  await loaded;
});
