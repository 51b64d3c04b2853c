import { expect, type Page } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import { makeBeat, makeVerse, versesOf } from "./content.ts";
import { expectAccessibleInBothSchemes } from "./expectAccessible.ts";
import { ownGenre } from "./ownState.ts";
import { moreKey, recordTake } from "./screens.ts";
import { test } from "./story.ts";

const setBlocked = makeFunctionReference<
  "mutation",
  { userId: string; isBlocked: boolean },
  null
>("safety:setBlocked");

test("a listener reports a verse by keyboard and follows the report @core", async ({
  rapper,
  beat,
  listenerPage: page,
}) => {
  await makeVerse(rapper, beat.id);
  await page.goto(`/beats/${beat.id}`);

  const label = `Report verse by ${rapper.username}`;
  await moreKey(page, rapper.username).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: label })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: label })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: label });
  await expect(dialog).toContainText(`${rapper.username} never learns`);
  await expectAccessibleInBothSchemes(page);
  const send = dialog.getByRole("button", { name: "Send report" });
  await send.focus();
  await page.keyboard.press("Enter");
  const reason = dialog.getByLabel("What is wrong?");
  await expect(reason).toBeFocused();
  await expect(dialog.getByText("Please choose a reason.")).toBeVisible();
  await reason.selectOption("Something else");
  await send.press("Enter");
  const words = dialog.getByLabel("Your words");
  await expect(words).toBeFocused();
  await expect(
    dialog.getByText("Please describe what is wrong."),
  ).toBeVisible();
  await page.keyboard.type("It names my street.");
  await send.press("Enter");
  const sent = dialog.getByRole("status");
  await expect(sent).toContainText("Your report has been sent.");
  const number = /[A-Z]{4}-[A-Z]{4}/.exec(await sent.innerText())?.[0] ?? "";
  expect(number).not.toBe("");

  await dialog.getByRole("link", { name: "Follow it" }).press("Enter");
  await expect(page).toHaveURL("/reports");
  const report = page.getByRole("article", { name: number });
  await expect(report).toContainText("Received");
  await expect(report).toContainText("It names my street.");
  await expectAccessibleInBothSchemes(page);
  await report
    .getByRole("link", { name: `${rapper.username}'s verse on` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/beats/${beat.id}#`));

  await moreKey(page, rapper.username).click();
  await page.getByRole("button", { name: label }).click();
  await dialog.getByLabel("What is wrong?").selectOption("Spam");
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "You have reported this already.",
  );
  await page.keyboard.press("Escape");
  await expect(moreKey(page, rapper.username)).toBeFocused();
});

test("nobody is offered to report or block themselves", async ({
  join,
  openAs,
}) => {
  const person = await join("producer_rapper");
  const beat = await makeBeat(person);
  await makeVerse(person, beat.id);
  const page = await openAs(person);
  const doors = page.getByRole("button", { name: /^(Report|Block)/ });
  await page.goto(`/beats/${beat.id}`);
  await moreKey(page, person.username).click();
  await expect(
    page.getByRole("button", { name: `Save ${person.username} on` }),
  ).toBeVisible();
  await expect(doors).toHaveCount(0);
  await page.goto(`/profile/${person.userId}`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(doors).toHaveCount(0);
  await page.getByRole("link", { name: "Your reports" }).click();
  await expect(page.getByText("No reports yet")).toBeVisible();
});

test("a blocked person's things vanish everywhere and come back", async ({
  join,
  openAs,
  openBeside,
}) => {
  test.slow();
  // No other test uses this state, and each try of this test uses another genre in it.
  const state = "Meghalaya";
  const genre = ownGenre(test.info());
  const producer = await join("producer", { state });
  const rapper = await join("rapper");
  const beat = await makeBeat(producer, { genre });
  const other = await makeBeat(await join("producer", { state }), { genre });
  await makeVerse(rapper, beat.id);
  const listener = await join("listener");
  const home = await openAs(listener);
  await home.goto(`/home?${new URLSearchParams({ state, genre })}`);
  await expect(home.getByRole("article")).toHaveCount(2);

  await home.getByRole("button", { name: `Play ${beat.title}` }).click();
  const nowPlaying = home.getByRole("region", { name: "Now playing" });
  await expect(nowPlaying).toBeVisible();

  const profile = await openBeside(home);
  await profile.goto(`/profile/${producer.userId}`);
  const { username } = producer;
  await profile.getByRole("button", { name: `Block ${username}` }).click();
  const question = profile.getByRole("dialog");
  await expect(question).toContainText("You no longer see the beats");
  await expectAccessibleInBothSchemes(profile);
  await question.getByRole("button", { name: "Block" }).click();
  await expect(
    profile.getByRole("heading", { name: `You have blocked ${username}` }),
  ).toBeVisible();
  await expectAccessibleInBothSchemes(profile);

  await expect(home.getByRole("article")).toHaveCount(1);
  await expect(home.getByRole("link", { name: other.title })).toBeVisible();
  await expect(nowPlaying).toHaveCount(0);
  await expect(home.getByRole("note")).toContainText("1 hidden");
  const beside = await openBeside(home);
  await beside.goto(`/beats/${beat.id}`);
  await expect(
    beside.getByRole("heading", { name: "You do not see this beat" }),
  ).toBeVisible();
  await beside.goto(`/profile/${rapper.userId}`);
  await expect(beside.getByRole("note")).toContainText("1 hidden");
  await expect(beside.getByRole("article")).toHaveCount(0);
  await beside.goto(`/search`);
  await beside.getByRole("searchbox").fill(username);
  await expect(beside.getByRole("note")).toContainText("1 hidden");

  await beside.goto("/reports");
  await beside.getByRole("button", { name: `Unblock ${username}` }).click();
  await expect(beside.getByText("You have not blocked anyone.")).toBeVisible();
  await expect(home.getByRole("article")).toHaveCount(2);
  await expect(home.getByRole("note")).toHaveCount(0);
  await expect(
    profile.getByRole("heading", { name: username, exact: true }),
  ).toBeVisible();
});

test("a producer deletes the verse of a blocked rapper from their own beat", async ({
  join,
  openAs,
  producer,
  rapper,
  beat,
}) => {
  await makeVerse(rapper, beat.id);
  const others = await makeBeat(await join("producer"));
  await makeVerse(rapper, others.id);
  const block = { userId: rapper.userId, isBlocked: true };
  await producer.client.mutation(setBlocked, block);

  const page = await openAs(producer);
  const { username } = rapper;
  const remove = page.getByRole("button", {
    name: `Delete verse by ${username}`,
  });
  await page.goto(`/beats/${others.id}`);
  await expect(page.getByText(/^1 hidden/)).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);

  await page.goto(`/beats/${beat.id}`);
  await expect(page.getByText(/^1 hidden/)).toBeVisible();
  const own = `A verse by ${username}, whom you have blocked`;
  await expect(page.getByText(own)).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await remove.click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Delete verse" }).click();
  await expect(page.getByText("0 of 10 verses")).toBeVisible();
  await expect(page.getByText(own)).toHaveCount(0);
});

test("a take survives a block that comes before it is sent", async ({
  producer,
  rapper,
  beat,
  rapperPage: page,
}) => {
  test.slow();
  await page.goto(`/beats/${beat.id}`);
  await recordTake(page, 2);
  const block = { userId: rapper.userId, isBlocked: true };
  await producer.client.mutation(setBlocked, block);

  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  const refusal = "You cannot record on this person's beats.";
  const tray = page.getByRole("region", { name: "Verses on their way" });
  await expect(
    tray.getByRole("alert").filter({ hasText: refusal }),
  ).toBeVisible();
  expect(await versesOf(producer, beat.id)).toEqual([]);
  await tray.getByRole("button", { name: "Stop sending" }).click();

  await page.reload();
  await expect(page.getByText("You have an unsent take")).toBeVisible();
  await page.getByRole("button", { name: "Record verse" }).click();
  await expect(page.getByText(refusal)).toBeVisible();
});

test("tells a producer how much storage is left", async ({
  openAs,
  producer,
}) => {
  const page = await openAs(producer);
  await page.goto("/upload");
  await expect(page.getByText("500 of 500 MB left")).toBeVisible();
  await makeBeat(producer);
  await expect(page.getByText("499 of 500 MB left")).toBeVisible();
});

for (const { locale, width } of [
  { locale: "hi-IN", width: 320 },
  { locale: "en-IN", width: 320 },
] as const) {
  test.describe(`at ${width} pixels in ${locale}`, () => {
    test.use({ locale, contextOptions: { viewport: { width, height: 600 } } });

    test("reports and blocks fit the screen", async ({
      producer,
      beat,
      listenerPage: page,
    }) => {
      await page.goto(`/beats/${beat.id}`);
      const door = page.getByRole("button", {
        name: locale === "en-IN" ? /^Report/ : /शिकायत करें$/,
      });
      await door.click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoWider(page, width);
      await page.keyboard.press("Escape");
      await expect(door).toBeFocused();
      for (const path of [`/profile/${producer.userId}`, "/reports"]) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expectNoWider(page, width);
      }
    });
  });
}

async function expectNoWider(page: Page, width: number): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide).toBeLessThanOrEqual(width);
}
