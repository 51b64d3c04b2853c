import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { makeVerse, versesOf } from "./content.ts";
import { mailsTo } from "./mail.ts";
import { newDetails, signUpUnconfirmed } from "./people.ts";
import { fillBeat, fillSignUp } from "./screens.ts";
import { test } from "./story.ts";

// These tests double-click, because people in a hurry do.

test("creates one account and sends one mail on sign-up", async ({
  app,
  openAs,
}) => {
  const details = newDetails("rapper");
  const page = await openAs(null);
  await page.goto("/signup");
  await fillSignUp(page, details);
  await page
    .getByRole("main")
    .getByRole("button", { name: "Create an account" })
    .dblclick();
  await expect(page).toHaveURL("/activate");
  const mails = () => mailsTo(app.mailUrl, details.email);
  await expect.poll(async () => (await mails()).length).toBe(1);

  await page.getByRole("button", { name: "Resend Email" }).dblclick();
  await expect(
    page.getByText("Activation email sent! Please check your inbox."),
  ).toBeVisible();
  await expect.poll(async () => (await mails()).length).toBe(2);
});

test("signs in once and sends one reset mail", async ({ app, openAs }) => {
  const person = await signUpUnconfirmed(app, newDetails("listener"));
  const mails = () => mailsTo(app.mailUrl, person.email);
  await expect.poll(async () => (await mails()).length).toBe(1);
  const page = await openAs(null);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send reset link" }).dblclick();
  await expect(page.getByText("Check your email!")).toBeVisible();
  await expect.poll(async () => (await mails()).length).toBe(2);

  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: "Sign In" })
    .dblclick();
  await expect(page).toHaveURL("/activate");
  expect(await mails()).toHaveLength(2);
});

test("uploads a beat once and saves a profile once", async ({
  openAs,
  producer,
}) => {
  const page = await openAs(producer);
  await page.goto("/upload");
  await fillBeat(page, { title: "In a hurry", genre: "Grime", bpm: 140 });
  await page
    .getByLabel("Beat file")
    .setInputFiles(fixture("beat-97bpm-short-2s.mp3"));
  await page
    .getByRole("main")
    .getByRole("button", { name: "Upload Beat" })
    .dblclick();
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await expect(
    page.getByRole("link", {
      name: "While yours goes out: hear what nobody has heard yet",
    }),
  ).toHaveAttribute("href", "/fresh");

  await page.goto(`/profile/${producer.userId}`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "Edit" }).dblclick();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Bio").fill("Always in a hurry.");
  await dialog.getByRole("button", { name: "Save" }).dblclick();
  await expect(dialog.getByText("Profile updated successfully!")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Always in a hurry.")).toBeVisible();
});

test("deletes one verse only, and takes a vote back on the second click", async ({
  join,
  openAs,
  rapper,
  beat,
  rapperPage: page,
}) => {
  await makeVerse(rapper, beat.id);
  await makeVerse(rapper, beat.id);
  await page.goto(`/beats/${beat.id}`);
  await page
    .getByRole("button", { name: `Delete verse by ${rapper.username}` })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Delete verse" })
    .dblclick();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);

  const voting = await openAs(await join("listener"));
  await voting.goto(`/beats/${beat.id}`);
  const vote = voting.getByRole("button", { name: `Vote for ${beat.title}` });
  await vote.click();
  // A click reverses the vote that is shown, so a click before the page shows the vote would change
  // nothing.
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await vote.click();
  await expect(page.getByText("1 vote", { exact: true })).toBeVisible();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
});
