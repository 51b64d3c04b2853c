import { expect, type Page } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import type { RunningApp } from "./app.ts";
import { makeBeat, makeVerse } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { appoint } from "./moderators.ts";
import { linkMailedTo } from "./mail.ts";
import { join, newDetails, type Person } from "./people.ts";
import { test } from "./story.ts";

const claim = makeFunctionReference<
  "action",
  Record<"name" | "email" | "link" | "work" | "proof" | "signature", string>,
  string
>("claims:create");

/** Makes a copyright claim about the item at the link, which opens a case. */
const openClaim = ({ client, email }: Person, link: string, work: string) =>
  client.action(claim, {
    name: "Meera Iyer",
    email,
    link,
    work,
    proof: "https://music.example/rain",
    signature: "Meera Iyer",
  });

const LIMITS_OFF = {
  LIMIT_CLAIM_PER_ORIGIN: "off",
  LIMIT_CLAIM_PER_ACCOUNT: "off",
};

async function makePeople(app: RunningApp) {
  const producer = await join(app, "producer");
  const rapper = await join(app, "rapper");
  const volunteer = await join(app, "listener");
  await appoint(app, volunteer);
  return { producer, rapper, volunteer };
}

const caseAbout = (page: Page, title: string) =>
  page.getByRole("article", { name: title, exact: true });

test("a volunteer decides a queue by keyboard, and a rapper reads why and appeals", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp(LIMITS_OFF);
  const { producer, rapper, volunteer } = await makePeople(app);
  const open = (person: Person) => openAs(person, app);

  const rain = await makeBeat(producer, { title: "Rain" });
  const verse = await makeVerse(rapper, rain.id);
  const script = "<script>document.title = 'taken'</script>";
  await openClaim(producer, `/beats/${rain.id}#verse-${verse}`, script);
  for (const title of ["Street", "Night", "Local"]) {
    const beat = await makeBeat(producer, { title });
    await openClaim(rapper, `/beats/${beat.id}`, `About ${title}.`);
  }

  const rapperPage = await open(rapper);
  await rapperPage.goto(`/beats/${rain.id}`);
  const heard = rapperPage.getByRole("article", {
    name: new RegExp(rapper.username),
  });
  await expect(heard).toBeVisible();

  const page = await open(volunteer);
  await page.goto("/home");
  await page.getByRole("link", { name: "Moderation" }).click();
  await expect(page.getByRole("heading", { name: "Moderation" })).toBeVisible();

  // The first case is the verse. The page shows the script as text.
  await expect(caseAbout(page, "Rain")).toContainText(script);
  await expect(page.getByText(/due in \d+ hours/).first()).toBeVisible();
  // All four decisions have different colours, so the gravest does not look like the usual one.
  const colours = [/^Dismiss/, /^Warn/, /^Remove/, /^Suspend/].map((name) =>
    page
      .getByRole("button", { name })
      .evaluate((key) => getComputedStyle(key).backgroundColor),
  );
  expect(new Set(await Promise.all(colours)).size).toBe(colours.length);
  await expectAccessible(page);
  await page.keyboard.press("n");
  await page.keyboard.type("Not yours to upload.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");

  await expect(caseAbout(page, "Street")).toContainText("About Street.");
  await page.keyboard.press("s");
  // The suspension was a mistake, which can be undone for ten seconds.
  const undo = page.getByRole("status").filter({ hasText: "Street" });
  const undoable = undo.getByText("Suspended: Street").waitFor();
  await page.keyboard.press("7");
  await undoable;
  await page.keyboard.press("u");
  await expect(caseAbout(page, "Street")).toBeVisible();
  await page.keyboard.press("d");
  await expect(caseAbout(page, "Night")).toContainText("About Night.");
  await page.keyboard.press("w");
  await expect(caseAbout(page, "Local")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByText("Nothing is waiting.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/moderation");

  // The verse disappears from the rapper's screen by itself, and a notice comes.
  await expect(heard).toHaveCount(0);
  // The two notices are about the claim and the decision.
  await rapperPage.getByRole("link", { name: "Notices (2)" }).click();
  const notice = rapperPage
    .getByRole("article")
    .filter({ hasText: "Removed: Rain" });
  await expect(notice).toContainText(
    "Why: Someone else's work, used without permission",
  );
  await expect(notice).toContainText("Not yours to upload.");
  await expectAccessible(rapperPage);
  await notice.getByLabel("Why the decision is wrong").fill("I wrote it.");
  await notice.getByRole("button", { name: "Appeal" }).click();
  await expect(notice).toContainText("Your appeal is with the moderators.");

  // The appeal arrives by itself. There is no second moderator, so the same one decides it.
  await expect(caseAbout(page, "Rain")).toContainText("I wrote it.");
  await page.keyboard.press("g");
  await expect(
    rapperPage.getByText("Your appeal was granted: Rain"),
  ).toBeVisible();
});

test("a moderator keeps the case and the note when another one decides it", async ({
  openAs,
  startOwnApp,
}) => {
  const app = await startOwnApp(LIMITS_OFF);
  const { producer, rapper, volunteer } = await makePeople(app);
  const other = await join(app, "listener");
  await appoint(app, other);
  for (const title of ["Street", "Night", "Local"]) {
    const beat = await makeBeat(producer, { title });
    await openClaim(rapper, `/beats/${beat.id}`, `About ${title}.`);
  }
  const open = async (person: Person) => {
    const page = await openAs(person, app);
    await page.goto("/moderation");
    return page;
  };
  const page = await open(volunteer);
  await expect(caseAbout(page, "Street")).toBeVisible();
  await page.keyboard.press("j");
  await expect(caseAbout(page, "Night")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("Not yours");

  // Cases that nobody has opened yet come first.
  const otherPage = await open(other);
  await expect(caseAbout(otherPage, "Local")).toBeVisible();
  await otherPage.getByRole("button", { name: /^Night/ }).click();
  await expect(caseAbout(otherPage, "Night")).toBeVisible();
  await otherPage.keyboard.press("d");
  await expect(caseAbout(otherPage, "Night")).toHaveCount(0);

  const taken = page
    .getByRole("status")
    .filter({ hasText: "Another moderator has decided this case." });
  await expect(taken).toBeVisible();
  await page.keyboard.type(" to upload.");
  const note = page.getByLabel("Note to the author (optional)");
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Not yours to upload.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Next case" }).click();
  await expect(caseAbout(page, "Local")).toBeVisible();
  await expect(page.getByText("Case 2 of 2")).toBeVisible();
  await expect(page.getByText(/^Removed:/)).toHaveCount(0);
});

test("a suspended person reads until when, and writes nothing but deletes their own", async ({
  openAs,
  startOwnApp,
}) => {
  const app = await startOwnApp(LIMITS_OFF);
  const { producer, rapper, volunteer } = await makePeople(app);
  const beat = await makeBeat(producer);
  await makeVerse(rapper, beat.id);
  await openClaim(rapper, `/beats/${beat.id}`, "Mine.");
  const open = (person: Person) => openAs(person, app);
  const page = await open(producer);
  await page.goto("/upload");
  await page.getByLabel("Title").fill("Half typed");

  const moderation = await open(volunteer);
  await moderation.goto("/moderation");
  await expect(caseAbout(moderation, beat.title)).toBeVisible();
  await moderation.getByRole("button", { name: "Suspend" }).click();
  await moderation.getByRole("button", { name: "7 days" }).click();

  const banner = page.getByText(/^Your account is suspended until/);
  await expect(banner).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half typed");
  await page.reload();
  const refused = page
    .getByRole("main")
    .getByText(/You can still read, and delete what is yours\.$/);
  await expect(refused).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload Beat" })).toHaveCount(
    0,
  );
  await page.getByRole("link", { name: "Read why, or appeal" }).click();
  await expect(page.getByText(/^You can write again/)).toBeVisible();

  await page.goto(`/beats/${beat.id}`);
  const play = `Play ${rapper.username} on "${beat.title}"`;
  await expect(page.getByRole("button", { name: play })).toBeVisible();
  const removeVerse = page.getByRole("button", { name: /^Delete verse/ });
  await expect(removeVerse).toHaveCount(0);
  await page.getByRole("button", { name: "Delete beat" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: /^Delete beat/ }).click();
  await expect(question).toHaveCount(0);
  await page.goto(`/beats/${beat.id}`);
  await expect(page.getByText("Beat not found")).toBeVisible();
});

test("anyone claims their work without an account @core", async ({
  app,
  openAs,
  join: joinApp,
}) => {
  const producer = await joinApp("producer");
  const beat = await makeBeat(producer);
  const page = await openAs(null);
  await page.goto("/contact");
  await page
    .getByRole("link", { name: "Is your work here without your permission?" })
    .click();
  await page.getByRole("button", { name: "Send claim" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByText("Your name is required.")).toBeVisible();
  await page.getByLabel("Your name").fill("Meera Iyer");
  const { email } = newDetails("listener");
  await page.getByLabel("Your email").fill(email);
  await page.getByLabel("Link of the beat or verse").fill("/beats/nothing");
  await page
    .getByRole("textbox", { name: "Your work" })
    .fill("My track Rain, 2019");
  await page.getByLabel("Proof").fill("https://music.example/rain");
  await page.getByLabel("Signature").fill("Meera Iyer");
  await page.getByRole("button", { name: "Send claim" }).click();
  await expect(page.getByText("There is no such beat or verse.")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByLabel("Link of the beat or verse")
    .fill(new URL(`/beats/${beat.id}`, page.url()).href);
  await page.getByRole("button", { name: "Send claim" }).click();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await page.goto(await linkMailedTo(app.mailUrl, email, "/claim"));
  await expect(page.getByText("My track Rain, 2019")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm claim" }).click();
  await expect(
    page.getByText(/Its number is [A-Z]{4}-[A-Z]{4}\./),
  ).toBeVisible();

  const own = await openAs(producer);
  await own.goto("/notices");
  const notice = own.getByRole("article");
  await expect(notice).toContainText("My track Rain, 2019");
  await notice.getByLabel("Your answer").fill("I licensed it.");
  await notice.getByRole("button", { name: "Send answer" }).click();
  await expect(notice.getByRole("textbox")).toHaveCount(0);
  await expect(notice).toContainText("I licensed it.");

  // This page counts a claim only once a moderator has decided it; see convex/queue.test.ts.
  await page.goto("/transparency");
  await expect(
    page.getByRole("heading", { name: "Transparency" }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("from 992 px on, a moderator with a notice has every link of the header in sight", async ({
  openAs,
  startOwnApp,
}) => {
  const app = await startOwnApp(LIMITS_OFF);
  const moderator = await join(app, "producer_rapper");
  await appoint(app, moderator);
  const beat = await makeBeat(moderator);
  const stranger = await join(app, "listener");
  await openClaim(stranger, `/beats/${beat.id}`, "All of it.");
  const page = await openAs(moderator, app);
  await page.goto("/home");
  const header = page.getByRole("banner");
  const keys = header.getByRole("link").or(header.getByRole("button"));
  for (const { notices, other } of [
    { notices: "Notices (1)", other: "हिन्दी में देखें" },
    { notices: "सूचनाएँ (1)", other: "View in English" },
  ]) {
    await expect(header.getByRole("link", { name: notices })).toBeVisible();
    for (const width of [992, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 600 });
      for (const key of await keys.all())
        await expect(key).toBeInViewport({ ratio: 1 });
    }
    await header.getByRole("button", { name: other }).click();
  }
});
