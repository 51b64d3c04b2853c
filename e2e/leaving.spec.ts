import { type Page, expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { fixture } from "./audio.ts";
import {
  hashOf,
  runAsOperator,
  searchBackup,
  searchFolder,
} from "./backupSearch.ts";
import { beatAsStored, makeBeat, makeVerse } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { mailsTo } from "./mail.ts";
import { join } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-90bpm-vbr2-stereo-44k-id3art.mp3";

async function askToLeave(page: Page, password: string) {
  await page.goto("/account/leave");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("textbox", { name: "Your password" }).fill(password);
  await page.getByRole("button", { name: "Delete in seven days" }).click();
}

test("a producer leaves, comes back within seven days, and leaves for good", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const producer = await join(app, "producer");
  const rapper = await join(app, "rapper");
  const listener = await join(app, "listener");
  const beat = await makeBeat(producer, { file: BEAT_FILE });
  await makeVerse(rapper, beat.id);
  const page = await openAs(producer, app);
  const rapperPage = await openAs(rapper, app);
  await rapperPage.goto("/home");

  await test.step("the page says what goes, and asks for the password", async () => {
    await askToLeave(page, "not my password");
    await expect(page.getByText("That is not your password.")).toBeVisible();
    const list = page.getByRole("main").locator("dl");
    await expect(list).toHaveText(
      "Beats1Verses0Votes you gave0Verses of others on your beats1",
    );
    await expectAccessible(page);
  });

  await test.step("the request signs out and names the day", async () => {
    await askToLeave(page, producer.password);
    await expect(
      page.getByText(/Your account will be deleted on/),
    ).toBeVisible();
    await expectAccessible(page);
    await expect
      .poll(async () => {
        const mails = await mailsTo(app.mailUrl, producer.email);
        return mails.map(({ subject }) => subject);
      })
      .toContain("Your Gully Cypher account will be deleted");
  });

  await test.step("the rapper is told at once, and saves the verse", async () => {
    const notice = rapperPage.getByText(
      "One of your verses will be deleted soon",
    );
    await notice.click();
    await expectAccessible(rapperPage);
    const download = rapperPage.waitForEvent("download");
    await rapperPage
      .getByRole("button", { name: `Save my verse on ${beat.title}` })
      .click();
    const saved = await readFile(await (await download).path());
    const recorded = await readFile(fixture("beat-97bpm-pcm16-mono-short.wav"));
    expect(hashOf(saved)).toBe(hashOf(recorded));
  });

  await test.step("signing in keeps the account, and says so", async () => {
    await page
      .getByRole("link", { name: "Sign in to keep my account" })
      .click();
    await fillSignIn(page, producer);
    const kept = page.getByText("Your account is kept again.");
    await expect(kept).toBeVisible();
    await expect(
      rapperPage.getByText("One of your verses will be deleted soon"),
    ).toBeHidden();
    await page.getByRole("button", { name: "OK" }).click();
    await expect(kept).toBeHidden();
    expect(await beatAsStored(listener, beat.id)).not.toBeNull();
  });

  const { texts, hashes } = {
    texts: [producer.email, producer.username, producer.userId, beat.id],
    hashes: [hashOf(await readFile(fixture(BEAT_FILE)))],
  };
  await test.step("before, a backup and the files hold the account", async () => {
    expect(await searchBackup(app, texts, hashes)).not.toEqual([]);
    await expect(async () => {
      expect(await searchFolder(app.dataDir, [], hashes)).not.toEqual([]);
    }).toPass();
  });

  await test.step("after seven days everything is gone", async () => {
    await askToLeave(page, producer.password);
    await expect(
      page.getByText(/Your account will be deleted on/),
    ).toBeVisible();
    await rapperPage.goto(`/beats/${beat.id}`);
    await expect(
      rapperPage.getByRole("heading", { name: beat.title }),
    ).toBeVisible();
    const { username } = producer;
    expect(await runAsOperator(app, "leaving:removeNow", { username })).toBe(
      true,
    );
    await expect(rapperPage.getByText("Beat not found")).toBeVisible();
    await rapperPage.goto(`/profile/${producer.userId}`);
    await expect(rapperPage.getByText(username)).toHaveCount(0);

    await page.goto("/login");
    await fillSignIn(page, producer);
    await expect(page.getByText("Invalid email or password.")).toBeVisible();
  });

  await test.step("no file of theirs is left", async () => {
    // The app removes files while they are looked through, which ends a look with an error.
    await expect(async () => {
      expect(await searchFolder(app.dataDir, [], hashes)).toEqual([]);
    }).toPass();
  });

  await test.step("no byte of a backup made right after it leads to them", async () => {
    // A poll gives up after a minute, and a busy machine may take longer for one backup.
    await expect(async () => {
      expect(await searchBackup(app, texts, hashes)).toEqual([]);
    }).toPass();
  });
});

test("shows the date although the session ends before the answer comes", async ({
  join,
  openAs,
}) => {
  const listener = await join("listener");
  const page = await openAs(listener);
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const isAnswer = message.toString().includes('"ActionResponse"');
      if (isAnswer && isHolding) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await askToLeave(page, listener.password);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  // Signed-out visitors see this in the header.
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL("/account/leave");
  isHolding = false;
  for (const release of held) release();
  await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
  await expect(page).toHaveURL("/account/leave");
});
