import { type Page, type Route, expect } from "@playwright/test";
import { type MadeBeat, makeVerse, versesOf } from "./content.ts";
import type { Person } from "./people.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { expectSent, recordAnother, recordTake } from "./screens.ts";
import { test as story } from "./story.ts";

const LIMIT = 10;

interface Held {
  /** The pieces that `rapperPage` sends, held back from the start. */
  readonly line: Awaited<ReturnType<typeof holdPieces>>;
}

const test = story.extend<Held>({
  line: async ({ rapperPage }, use) => {
    await use(await holdPieces(rapperPage));
  },
});

test.beforeEach(() => test.slow());

test("a take goes on from the tray while the rapper moves through the app, also after a reload", async ({
  beat,
  rapper,
  rapperPage: page,
  line,
}) => {
  await handOver(page, beat);
  await expect(tray(page).getByText(/^\d+% sent$/)).toBeVisible();
  await expect(page.getByText("You have an unsent take")).toHaveCount(0);

  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page).toHaveURL("/home");
  await expect(tray(page)).toBeVisible();
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(tray(page)).toBeVisible();
  }
  expect(await versesOf(rapper, beat.id)).toHaveLength(0);

  await line.release();
  const sent = page.getByRole("region", { name: "Verse uploaded" });
  await sent.getByRole("button", { name: /^Play Your verse/ }).click();
  await expect(sent.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await expect(sent.getByRole("button", { name: /^Share/ })).toBeVisible();
  await expect(
    sent.getByRole("link", { name: /^While yours goes out/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectSent(page);
  await expect(tray(page)).toHaveCount(0);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  await page.goto(`/beats/${beat.id}`);
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expect(page.getByText("You have an unsent take")).toHaveCount(0);
});

test("a take can be paused, resumed and taken back", async ({
  beat,
  rapper,
  rapperPage: page,
  line,
}) => {
  await handOver(page, beat);
  await tray(page).getByRole("button", { name: "Pause" }).click();
  await expect(tray(page).getByText(/^Paused/)).toBeVisible();
  await line.release();
  await page.reload();
  await expect(tray(page).getByText(/^Paused/)).toBeVisible();

  await test.step("taken back, it waits on the page of its beat", async () => {
    await tray(page).getByRole("button", { name: "Stop sending" }).click();
    await expect(tray(page)).toHaveCount(0);
    await expect(page.getByText("You have an unsent take")).toBeVisible();
    expect(await versesOf(rapper, beat.id)).toHaveLength(0);
  });

  await test.step("resumed, it arrives", async () => {
    await line.hold();
    await page.getByRole("button", { name: "Recover take" }).click();
    await upload(page);
    await tray(page).getByRole("button", { name: "Pause" }).click();
    await line.release();
    await tray(page).getByRole("button", { name: "Resume" }).click();
    await expectOneVerse(page, rapper, beat);
  });
});

test("the tray says that there is no connection, and sending goes on by itself", async ({
  beat,
  rapper,
  rapperPage: page,
  line,
}) => {
  await handOver(page, beat);
  await expect(tray(page).getByRole("status")).toHaveText(
    "On its way. You can use the app; keep this browser open.",
  );
  await page.context().setOffline(true);
  await expect(tray(page).getByRole("status")).toHaveText(/^No connection/);
  await page.context().setOffline(false);
  await line.release();
  await expectOneVerse(page, rapper, beat);
});

test("a take that is being mixed goes on when its recorder is closed", async ({
  beat,
  rapper,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  const unsent = page.getByText("You have an unsent take");

  await test.step("stopped, it waits on the page of its beat", async () => {
    await closeWhileMixing(page);
    await expect(unsent).toHaveCount(0);
    await tray(page).getByRole("button", { name: "Stop sending" }).click();
    await expect(tray(page)).toHaveCount(0);
    await expect(unsent).toBeVisible();
  });

  await test.step("after a reload too", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Recover take" }).click();
    await closeWhileMixing(page);
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await expect(unsent).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
    expect(await versesOf(rapper, beat.id)).toHaveLength(0);
  });

  await test.step("left alone, it arrives", async () => {
    await page.getByRole("button", { name: "Recover take" }).click();
    const goOn = await closeWhileMixing(page);
    await page.getByRole("link", { name: "Home" }).first().click();
    await expect(page).toHaveURL("/home");
    await expect(tray(page)).toBeVisible();
    await goOn();
    await expect(page.getByText("Verse uploaded")).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
    expect(await versesOf(rapper, beat.id)).toHaveLength(1);
    await page.goto(`/beats/${beat.id}`);
    await expect(page.getByText("1 of 10 verses")).toBeVisible();
    await expect(unsent).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
  });
});

test("the other takes no longer wait once a verse is published, but one that was recorded later does", async ({
  beat,
  rapper,
  rapperPage: page,
  line,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 1);
  await recordAnother(dialog, 1);
  await upload(page);
  await recordTake(page, 1);
  // The take that is on its way is not offered again.
  const takes = dialog
    .getByRole("region", { name: "Your takes on this beat" })
    .getByRole("button", { name: /^Take \d/ });
  await expect(takes).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("1 more take waits with it.")).toBeVisible();

  await line.release();
  await expectOneVerse(page, rapper, beat);
  await expect(tray(page)).toHaveCount(0);
  const unsent = page.getByRole("region", { name: "You have an unsent take" });
  await expect(unsent).toBeVisible();
  await expect(page.getByText(/more takes? wait/)).toHaveCount(0);

  await unsent.getByRole("button", { name: "Recover take" }).click();
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(page.getByText("2 of 10 verses")).toBeVisible();
  await expect(unsent).toHaveCount(0);
});

test("two tabs with one outbox send a take once", async ({
  openBeside,
  beat,
  rapper,
  rapperPage: page,
}) => {
  await holdPieces(page);
  await handOver(page, beat);
  const beside = await openBeside(page);
  await beside.goto("/home");
  await expect(tray(beside)).toBeVisible();
  // The other tab takes over from the one that cannot send.
  await page.close();
  await expect(tray(beside)).toHaveCount(0);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});

test("tells that the limit was reached while a take waited, and keeps the take", async ({
  join,
  openAs,
  beat,
}) => {
  const quick = await join("rapper");
  for (let n = 1; n < LIMIT; n += 1) await makeVerse(quick, beat.id);
  const page = await openAs(await join("rapper"));
  const line = await holdPieces(page);
  await handOver(page, beat);
  await makeVerse(quick, beat.id);
  await line.release();
  await expect(tray(page).getByRole("alert")).toHaveText(
    "Verse limit reached for this beat. Your take stays on this device. Try again when there is a place, or save it to a file.",
  );
  const saving = page.waitForEvent("download");
  await tray(page).getByRole("button", { name: "Save to file" }).click();
  expect((await saving).suggestedFilename()).toContain("verse");
  await page.reload();
  await expect(tray(page).getByRole("alert")).toBeVisible();
});

/** Waits until the page shows one verse, and looks for it on the server. */
async function expectOneVerse(
  page: Page,
  rapper: Person,
  { id }: MadeBeat,
): Promise<void> {
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  expect(await versesOf(rapper, id)).toHaveLength(1);
}

/** Records a take and hands it to the outbox, which closes the dialog. */
async function handOver(page: Page, beat: MadeBeat): Promise<void> {
  await page.goto(`/beats/${beat.id}`);
  await recordTake(page, 2);
  await upload(page);
}

async function upload(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
  await expect(tray(page)).toBeVisible();
}

/**
 * Uploads the take, and closes the dialog while it is mixed. Returns a function that lets the
 * mixing go on.
 */
async function closeWhileMixing(page: Page): Promise<() => Promise<void>> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await page.evaluate(() => {
    const render = Reflect.get(OfflineAudioContext.prototype, "startRendering");
    const going = new Promise((resolve) => {
      window.addEventListener("mixing-goes-on", resolve, { once: true });
    });
    OfflineAudioContext.prototype.startRendering = async function () {
      await going;
      return render.call(this);
    };
  });
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog.getByText("Mixing your take…")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(tray(page).getByText("Mixing your take…")).toBeVisible();
  return () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event("mixing-goes-on"));
    });
}

const tray = (page: Page) =>
  page.getByRole("region", { name: "Verses on their way" });

/** Holds back every piece that this page sends, until they are released. */
async function holdPieces(page: Page) {
  const held: Route[] = [];
  const line = {
    hold: () => page.route("**/api/pieces", (route) => void held.push(route)),
    // Requests held back until now fail, as with a broken connection.
    release: async () => {
      await page.unroute("**/api/pieces");
      for (const route of held) await route.abort().catch(() => undefined);
    },
  };
  await line.hold();
  return line;
}
