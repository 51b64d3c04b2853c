import { type Page, expect } from "@playwright/test";
import { answerQuestions } from "./answerQuestions.ts";
import { deleteVerse, makeBeat, versesOf } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { join as joinApp } from "./people.ts";
import { endCypher, expectSent, startTake } from "./screens.ts";
import { soundOnlyInTap } from "./soundOnlyInTap.ts";
import { startSooner } from "./storedData.ts";
import { test } from "./story.ts";

/** The fastest tempo. A cypher has at least eight bars, which take the least time at this tempo. */
const BPM = 300;
/** How far apart two browsers on one machine may be. */
const IN_STEP_MS = 150;
/**
 * How soon the announced cypher starts. Open pages show the new time for a while before it comes.
 */
const SOON_MS = 20_000;

test("a live cypher: a line, a turn, a drop that all hear at once, a verse removed while it plays, and a holder who is gone", async ({
  openAs,
  join,
  producer,
  rapper,
  rapperPage,
}) => {
  test.slow();
  const beat = await makeBeat(producer, { bpm: BPM });
  answerQuestions(rapperPage);
  const path = await startLive(rapperPage, beat.id);
  await expect(rapperPage.getByText("The mic is free.")).toBeVisible();
  await expect(rapperPage.getByText("You are here")).toBeVisible();

  // The first person in line whose page is open gets the mic at once.
  await rapperPage.getByRole("button", { name: "Get in line" }).click();
  const turn = rapperPage.getByRole("region", { name: "Your turn" });
  await expect(
    turn.getByText(/^The mic is yours: 8 bars, [23]:\d\d$/).first(),
  ).toBeVisible();
  await expect(rapperPage).toHaveTitle(/^The mic is yours · /);
  await expectAccessible(rapperPage);

  const [other, third] = [await join("rapper"), await join("rapper")];
  const otherPage = await openAs(other);
  const thirdPage = await openAs(third);
  const listenerPage = await openAs(await join("listener"));
  for (const page of [otherPage, thirdPage, listenerPage]) {
    await noteStarts(page);
    await page.goto(path);
    await expect(
      page.getByText(`${rapper.username} has the mic.`),
    ).toBeVisible();
    await expect(page.getByText("The beat rides.")).toBeVisible();
  }
  await expect(listenerPage.getByText("LIVE", { exact: true })).toBeVisible();
  await expect(listenerPage.getByText("4 people here")).toBeVisible();
  for (const page of [otherPage, thirdPage])
    await page.getByRole("button", { name: "Get in line" }).click();
  const line = listenerPage.getByRole("list", { name: "The line" });
  await expect(line.getByRole("listitem")).toHaveText([
    other.username,
    third.username,
  ]);
  await expect(
    listenerPage.getByText(new RegExp(`${rapper.username}.* and you are here`)),
  ).toBeVisible();
  await expectAccessible(listenerPage);

  await turn.getByRole("button", { name: "Record" }).click();
  const dialog = rapperPage.getByRole("dialog");
  await expect(dialog.getByText("8 bars from bar 1.")).toBeVisible();
  await startTake(dialog);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expectSent(rapperPage);

  // The next rapper has the mic, and all hear the verse at the same moment.
  await expect(
    otherPage.getByRole("region", { name: "Your turn" }),
  ).toBeVisible();
  const heard = `You hear ${rapper.username}.`;
  await expect(listenerPage.getByText(heard)).toBeVisible();
  await expect(thirdPage.getByText(heard)).toBeVisible();
  const [first, second] = await Promise.all([
    lastStart(listenerPage),
    lastStart(thirdPage),
  ]);
  const apartMs = Math.abs(first - second);
  const description = apartMs.toFixed(1);
  test.info().annotations.push({ type: "apart in ms", description });
  expect(apartMs).toBeLessThanOrEqual(IN_STEP_MS);

  const [verse] = await versesOf(rapper, beat.id);
  await deleteVerse(rapper, verse?.id ?? "");
  await expect(listenerPage.getByText(heard)).toHaveCount(0);
  await expect(listenerPage.getByText("The beat rides.")).toBeVisible();

  // A person who goes away loses the mic after three quarters of a minute.
  await otherPage.close();
  await expect(
    thirdPage.getByRole("region", { name: "Your turn" }),
  ).toBeVisible({ timeout: 90_000 });
  await thirdPage.getByRole("button", { name: "Pass" }).click();
  await expect(listenerPage.getByText("The mic is free.")).toBeVisible();

  const mute = listenerPage.getByRole("switch", {
    name: "Mute the beat between verses",
  });
  await mute.click();
  await listenerPage.reload();
  await expect(mute).toBeChecked();

  // The only verse of the cypher was deleted, so nothing of it remains.
  await endCypher(rapperPage);
  await expect(
    listenerPage.getByText("There is no such cypher."),
  ).toBeVisible();
});

test("a live cypher is announced for a time, with a line and a reminder", async ({
  listenerPage,
  producer,
  rapper,
  rapperPage,
}) => {
  const beat = await makeBeat(producer, { bpm: BPM });
  answerQuestions(rapperPage);
  const path = await startLive(rapperPage, beat.id, 2);
  await expect(
    rapperPage.getByText(/^It starts on \w+day at 9:00 pm\.$/),
  ).toBeVisible();
  await rapperPage.getByRole("button", { name: "Get in line" }).click();

  await listenerPage.goto(`/beats/${beat.id}`);
  await listenerPage
    .getByRole("link", { name: /^Cypher on \w+day at 9:00 pm$/ })
    .click();
  await expect(listenerPage).toHaveURL(path);
  await expect(
    listenerPage.getByRole("button", { name: `Play ${beat.title}` }),
  ).toBeVisible();
  await expect(listenerPage.getByText("LIVE", { exact: true })).toHaveCount(0);
  await expect(
    listenerPage.getByRole("list", { name: "The line" }),
  ).toContainText(rapper.username);
  await listenerPage.getByRole("button", { name: "Remind me" }).click();
  await expect(
    listenerPage.getByText("Your bell rings 15 minutes before."),
  ).toBeVisible();
  await expectAccessible(listenerPage);

  await rapperPage.getByRole("button", { name: "Leave the line" }).click();
  await expect(listenerPage.getByText("Nobody is in line.")).toBeVisible();
  await endCypher(rapperPage);
});

test("an announced cypher opens by itself for all who wait for it, and no page loads again", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const beat = await makeBeat(await joinApp(app, "producer"), { bpm: BPM });
  const rapper = await joinApp(app, "rapper");
  const rapperPage = await openAs(rapper, app);
  const listenerPage = await openAs(await joinApp(app, "listener"), app);
  const remindedPage = await openAs(await joinApp(app, "listener"), app);
  const path = await startLive(rapperPage, beat.id, 2);
  await rapperPage.getByRole("button", { name: "Get in line" }).click();
  for (const page of [listenerPage, remindedPage]) {
    await page.goto(path);
    await expect(page.getByRole("list", { name: "The line" })).toContainText(
      rapper.username,
    );
  }
  await remindedPage.getByRole("button", { name: "Remind me" }).click();
  await expect(
    remindedPage.getByText("Your bell rings 15 minutes before."),
  ).toBeVisible();
  await remindedPage.goto("/home");
  const line = remindedPage.getByRole("link", {
    name: `Cypher on "${beat.title}"`,
  });
  await expect(line).toContainText("at 9:00 pm");
  const bell = remindedPage.getByRole("banner").getByRole("link", {
    name: /^Bell/,
  });
  await expect(bell).toHaveAccessibleName("Bell");

  const loads: string[] = [];
  for (const page of [rapperPage, listenerPage, remindedPage])
    page.on("domcontentloaded", () => loads.push(page.url()));
  await startSooner(app, path.split("/").at(-1) ?? "", SOON_MS);
  await expect(bell).toHaveAccessibleName("Bell, 1 new");
  await expect(
    rapperPage.getByRole("region", { name: "Your turn" }),
  ).toBeVisible();
  await expect(
    listenerPage.getByText(`${rapper.username} has the mic.`),
  ).toBeVisible();
  await expect(listenerPage.getByText("The beat rides.")).toBeVisible();
  await expect(line).toContainText(`${rapper.username} has the mic`);
  const live = (page: Page) => page.getByText("LIVE", { exact: true });
  await expect(live(remindedPage)).toBeVisible();
  await expect(live(listenerPage)).toBeVisible();
  await expect(
    listenerPage.getByRole("button", { name: `Play ${beat.title}` }),
  ).toHaveCount(0);
  await bell.click();
  await remindedPage
    .getByRole("link", { name: `The cypher on "${beat.title}" starts at` })
    .click();
  await expect(remindedPage).toHaveURL(path);
  await expect(remindedPage.getByText("The beat rides.")).toBeVisible();
  expect(loads).toEqual([]);
});

test("where the browser asks for a tap, a room is silent before it, and remembers who stopped listening", async ({
  listenerPage,
  producer,
  rapperPage,
}) => {
  const beat = await makeBeat(producer, { bpm: BPM });
  answerQuestions(rapperPage);
  const path = await startLive(rapperPage, beat.id);
  await listenerPage.addInitScript(soundOnlyInTap);
  await listenerPage.goto(path);
  const listen = listenerPage.getByRole("button", { name: "Tap to listen" });
  const rides = listenerPage.getByText("The beat rides.");
  await expect(listen).toBeVisible();
  await expect(rides).toHaveCount(0);
  await listen.click();
  await expect(rides).toBeVisible();
  await listenerPage.getByRole("button", { name: "Stop listening" }).click();
  await expect(listen).toBeVisible();
  await expect(rides).toHaveCount(0);

  // This browser remembers that its user stopped listening. Another browser would play by itself.
  await rapperPage.getByRole("button", { name: "Stop listening" }).click();
  await rapperPage.reload();
  await expect(
    rapperPage.getByRole("button", { name: "Tap to listen" }),
  ).toBeVisible();
  await expect(rapperPage.getByText("You are here")).toBeVisible();
  await expect(rapperPage.getByText("The beat rides.")).toHaveCount(0);
  await endCypher(rapperPage);
});

/** Starts a live cypher on a beat, now or this many days ahead. Returns the path of its page. */
async function startLive(
  page: Page,
  beatId: string,
  days = 0,
): Promise<string> {
  await page.goto(`/beats/${beatId}`);
  await page.getByRole("button", { name: "Start a cypher" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: "Live: a line, three minutes each" })
    .check();
  await expect(
    dialog.getByRole("combobox", { name: "Bars for each verse" }),
  ).toHaveValue("8");
  await dialog
    .getByRole("combobox", { name: "Starts" })
    .selectOption({ index: days });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start a cypher" }).click();
  await expect(page).toHaveURL(/\/cyphers\/\w+$/);
  return new URL(page.url()).pathname;
}

/** Notes the system time at which each decoded sound without a loop starts. */
const noteStarts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const starts: number[] = [];
    Object.assign(window, { starts });
    window.AudioBufferSourceNode = class extends AudioBufferSourceNode {
      override start(when = 0, offset = 0): void {
        const inMs = 1000 * (when - this.context.currentTime - offset);
        if (!this.loop)
          starts.push(performance.timeOrigin + performance.now() + inMs);
        super.start(when, offset);
      }
    };
  });

const lastStart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const starts: unknown = Reflect.get(window, "starts");
    return Array.isArray(starts) ? Number(starts.at(-1)) : NaN;
  });
