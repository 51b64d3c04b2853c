/**
 * Storage that is full before the first page opens. Chromium itself refuses databases, caches and
 * files, also to the service worker. A script refuses the storage that Chromium counts separately.
 */
import { type Page, expect } from "@playwright/test";
import { paths } from "../src/routing/paths.ts";
import type { Addresses } from "./app.ts";
import { fixture } from "./audio.ts";
import { beatAsStored, makeBeat, versesOf } from "./content.ts";
import { linkMailedTo } from "./mail.ts";
import { newDetails } from "./people.ts";
import {
  endCypher,
  fillBeat,
  fillSignIn,
  fillSignUp,
  followConfirmLink,
  goWithin,
  makeTake,
  openRecorder,
  submitBeat,
  submitSignUp,
} from "./screens.ts";
import { test } from "./story.ts";

const BPM = 97;

test.use({ serviceWorkers: "allow" });

test("where storage is full from the start every page works, and what is lost is said", async ({
  app,
  openAs,
  producer,
}) => {
  test.slow();
  const beat = await makeBeat(producer, { file: "beat-97bpm-marker-5s.mp3" });
  const page = await openAs(null);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await fillStorage(page, app);
  const notKept = page.getByText(
    /^This browser has no room to keep you signed in/,
  );
  const wanted = newDetails("producer_rapper");

  await test.step("somebody signs up, confirms and signs in, for this page only", async () => {
    await page.goto(paths.signup);
    await expect(notKept).toBeVisible();
    await fillSignUp(page, wanted);
    await submitSignUp(page);
    await expect(page).toHaveURL(paths.activate);
    const link = await linkMailedTo(app.mailUrl, wanted.email, paths.activate);
    await followConfirmLink(page, link, wanted);
    await expect(page.getByText("Your email is confirmed.")).toBeVisible();
    await page.goto(paths.login);
    await expect(notKept).toBeVisible();
    await fillSignIn(page, wanted);
    await expect(page).toHaveURL(paths.home);
  });

  await test.step("pages of lists are there", async () => {
    for (const path of [
      ...[paths.home, paths.search, paths.bell, paths.following, paths.fresh],
      ...[paths.account, paths.notices, paths.reports, paths.completeProfile],
      `/profile/${producer.userId}`,
    ]) {
      await goWithin(page, path);
      await expect(page.getByRole("heading").first()).toBeVisible();
    }
  });

  await test.step("a beat plays, and words for it are not kept", async () => {
    await goWithin(page, `/beats/${beat.id}`);
    await page.getByRole("button", { name: `Play ${beat.title}` }).click();
    const player = page.getByRole("region", { name: "Now playing" });
    await expect(player.getByText(/0:0[1-5]\/0:0[45]/)).toBeVisible();
    await page.getByRole("button", { name: "Write words" }).click();
    await page.getByRole("textbox", { name: "Your words" }).fill("One line");
    await expect(page.getByText("Kept in your account")).toBeVisible();
  });

  await test.step("the recorder says that it cannot keep a take, and sends it", async () => {
    const dialog = await openRecorder(page);
    await expect(
      dialog.getByText(/^This device is full\. A take is lost/),
    ).toBeVisible();
    await makeTake(dialog, 2);
    await expect(
      dialog.getByText(/^This device could not keep your take\./),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    // No outbox can keep the take, so the recorder itself stays open until the server has it.
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("1 of 10 verses")).toBeVisible();
    expect(await versesOf(producer, beat.id)).toHaveLength(1);
  });

  await test.step("a beat is uploaded", async () => {
    await goWithin(page, paths.upload);
    const title = `Full house ${wanted.username}`;
    await fillBeat(page, { title, genre: "Trap", bpm: BPM });
    const file = fixture("beat-97bpm-short-2s.mp3");
    await page.getByLabel("Beat file").setInputFiles(file);
    await submitBeat(page);
    await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
    await page.getByRole("link", { name: "Open the beat" }).click();
    await expect(page).toHaveURL(/\/beats\/\w+$/);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    const id = page.url().split("/").at(-1) ?? "";
    expect(await beatAsStored(producer, id)).not.toBeNull();
  });

  await test.step("a cypher begins and ends", async () => {
    await goWithin(page, `/beats/${beat.id}`);
    await page.getByRole("button", { name: "Start a cypher" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Start a cypher" })
      .click();
    await expect(page).toHaveURL(/\/cyphers\/\w+$/);
    await expect(page.getByText("The mic is free.")).toBeVisible();
    await endCypher(page);
    await expect(page.getByText("There is no such cypher.")).toBeVisible();
  });
  expect(errors).toEqual([]);
});

async function fillStorage(page: Page, app: Addresses): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { origin } = new URL(app.url);
  await devTools.send("Storage.overrideQuotaForOrigin", {
    origin,
    quotaSize: 1,
  });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
}
