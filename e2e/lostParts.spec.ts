import { expect } from "@playwright/test";
import { versesOf } from "./content.ts";
import type { Person } from "./people.ts";
import { recordedAtLeast, recordTake, startTake } from "./screens.ts";
import { test } from "./story.ts";

const RECORDER = /\/assets\/RecordVerseDialog-[^/]*\.js/;

test("the recorder's code comes while the page is idle, and the key is busy until then", async ({
  beat,
  rapperPage: page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(RECORDER, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(RECORDER);
  await page.goto(`/beats/${beat.id}`);
  await asked;
  const key = page.getByRole("button", { name: "Record verse" });
  await key.click();
  await expect(key).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a recorder that cannot be loaded says so, and opens when asked again", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const open = page.getByRole("button", { name: "Record verse" });
  await expect(open).toBeVisible();
  await page.route(RECORDER, (route) => route.abort("connectionfailed"));
  await open.click();
  const note = page.getByRole("alert").filter({ hasText: "could not be" });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    beat.title,
  );

  await page.unroute(RECORDER);
  await note.getByRole("button", { name: "Try again" }).click();
  const dialog = page.getByRole("dialog");
  await startTake(dialog);
  await recordedAtLeast(dialog, 1);
});

test("the frame stays when the mini-player cannot be loaded", async ({
  beat,
  listenerPage: page,
}) => {
  const player = /\/assets\/MiniPlayer-[^/]*\.js/;
  await page.goto(`/beats/${beat.id}`);
  const failed = page.waitForEvent("requestfailed", (request) =>
    player.test(request.url()),
  );
  await page.route(player, (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: `Play ${beat.title}` }).click();
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const loaded = page.waitForResponse(player);
  await page.unroute(player);
  await loaded;
});

test("a take is mixed without a connection, once the recorder is open", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(page.getByText(/^No connection, 0% sent/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expectMixed(rapper, beat.id);
});

test("a take that cannot be mixed without a connection waits for it", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  const mixer = /\/assets\/takeMixer-[^/]*\.js/;
  await page.route(mixer, (route) => route.abort("connectionfailed"));
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  const note = dialog.getByRole("alert").filter({ hasText: "connection" });
  await expect(note).toContainText("stays on this device");
  expect(await versesOf(rapper, beat.id)).toEqual([]);

  await page.unroute(mixer);
  await note.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expectMixed(rapper, beat.id);
});

/** The loudness of a verse is stored only if it was mixed. */
async function expectMixed(person: Person, beatId: string): Promise<void> {
  const verses = await versesOf(person, beatId);
  const levels = verses.map(({ loudness }) => typeof loudness?.lufs);
  expect(levels).toEqual(["number"]);
}
