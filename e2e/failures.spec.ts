import { type Page, expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { beatAsStored, makeBeat } from "./content.ts";
import { failFunctions } from "./failFunctions.ts";
import { newDetails, signUpUnconfirmed } from "./people.ts";
import {
  choose,
  fillBeat,
  fillSignIn,
  fillSignUp,
  recordTake,
  submitBeat,
  submitSignUp,
} from "./screens.ts";
import { test } from "./story.ts";

for (const [what, files] of [
  ["the script that starts the site", "**/assets/index-*.js"],
  ["the app's code", "**/assets/react-*.js"],
] as const) {
  test(`says that ${what} could not be loaded, and loads the page again`, async ({
    openAs,
  }) => {
    const page = await openAs(null);
    await page.route(files, (route) => route.abort());
    await page.goto("/login");
    await expect(page.getByRole("alert")).toContainText(
      "The page could not be loaded",
    );
    await page.unroute(files);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign In");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("explains a failed query and recovers on retry", async ({
  openAs,
  artist: { person, beat },
}) => {
  test.slow();
  const page = await openAs(person);
  const failing = await failFunctions(page);
  for (const [path, query, text] of [
    ["/home", "viewer:get", "Error fetching user profile"],
    ["/home", "beats:list", "Error loading content. Please try again."],
    [
      "/home?tab=verses",
      "verses:list",
      "Error loading content. Please try again.",
    ],
    [`/beats/${beat.id}`, "beats:get", "Error fetching beat details"],
    [`/beats/${beat.id}`, "verses:listByBeat", "Error fetching verses"],
    [
      `/profile/${person.userId}`,
      "profiles:get",
      "Error loading profile. Please try again later.",
    ],
    [
      "/search",
      "profiles:search",
      "Error performing search. Please try again.",
    ],
  ] as const) {
    await test.step(`${query} on ${path}`, async () => {
      failing.paths.add(query);
      await page.goto(path);
      const alert = page.getByRole("alert");
      await expect(alert).toContainText(text);
      await expectNoInnerLife(page);
      // Before this navigation the query must keep failing, because the page would ask again by
      // itself when its session is renewed.
      page.once("framenavigated", () => failing.paths.clear());
      await alert.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }
});

test("shows cards without waveforms and profiles without statistics if those fail", async ({
  openAs,
  producer,
  beat,
}) => {
  const page = await openAs(producer);
  await failFunctions(page, "waveforms:get", "stats:get", "votes:mine");
  await page.goto(`/profile/${producer.userId}`);
  await expect(page.getByRole("link", { name: beat.title })).toBeVisible();
  await expect(
    page.getByRole("button", { name: `Play ${beat.title}` }),
  ).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("explains a failed change next to the control", async ({
  openAs,
  artist: { person, beat },
}) => {
  test.slow();
  const page = await openAs(person);
  await failFunctions(
    page,
    "beats:setVersesLimit",
    "beats:remove",
    "verses:remove",
    "profiles:update",
  );
  await page.goto(`/beats/${beat.id}`);
  await choose(page, "Verse limit", "20 verses");
  await expect(
    page.getByText("Error updating verses count. Please try again."),
  ).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Verse limit" })).toHaveValue(
    "10",
  );

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Delete beat" }).click();
  await dialog.getByRole("button", { name: "Delete beat and verses" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Error deleting beat. Please try again.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("button", { name: `Delete verse by ${person.username}` })
    .click();
  await dialog.getByRole("button", { name: "Delete verse" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Error deleting verse");

  await page.goto(`/profile/${person.userId}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Bio").fill("Still here");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Failed to update profile.")).toBeVisible();
  await expect(dialog.getByLabel("Bio")).toHaveValue("Still here");
  await expectNoInnerLife(page);
});

test("keeps content that could not be published and sends it on retry", async ({
  join,
  openAs,
}) => {
  test.slow();
  const person = await join("producer_rapper");
  const beat = await makeBeat(person);
  const page = await openAs(person);
  const failing = await failFunctions(page, "beats:create", "verses:create");
  await page.goto("/upload");
  await fillBeat(page, { title: "Second try", genre: "Drill", bpm: 140 });
  await page
    .getByLabel("Beat file")
    .setInputFiles(fixture("beat-97bpm-short-2s.mp3"));
  await submitBeat(page);
  await expect(
    page.getByText("Error uploading beat. Please try again."),
  ).toBeVisible();

  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expect(dialog).toBeHidden();
  const tray = page.getByRole("region", { name: "Verses on their way" });
  await expect(
    tray.getByText("Error uploading verse. Please try again."),
  ).toBeVisible();
  failing.paths.clear();
  await tray.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
});

test("silently reverts a vote that fails", async ({
  producer,
  beat,
  listenerPage: page,
}) => {
  const failing = await failFunctions(page, "votes:set");
  await page.goto(`/beats/${beat.id}`);
  const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
  await vote.click();
  // The page appears before its connection is open, and the vote waits for the connection.
  await expect.poll(() => failing.failed.has("votes:set")).toBe(true);
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("0 votes", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  failing.paths.clear();
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await beatAsStored(producer, beat.id))?.voteCount)
    .toBe(1);
});

test("says so when a mail cannot be requested", async ({ app, openAs }) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(person);
  await failFunctions(
    page,
    "account:resendActivation",
    "account:requestReset",
    "account:openConfirmation",
    "account:confirmEmail",
    "account:disown",
  );
  await page.goto("/activate?code=whatever");
  await expect(
    page.getByText("Your email could not be confirmed. Please try again."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(
    page.getByText("Error resending activation email."),
  ).toBeVisible();
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(
    page.getByText("An error occurred. Please try again."),
  ).toBeVisible();
  await expectNoInnerLife(page);
});

test("tells a network error from a server error when signing in and up", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const details = newDetails("listener");
  const failing = await failFunctions(page, "auth:signIn");
  failing.cut.add("auth:signIn");
  await page.goto("/login");
  await fillSignIn(page, details);
  await expect(
    page.getByText("Network error. Please try again."),
  ).toBeVisible();
  await fillSignIn(page, details);
  await expect(page.getByText("An unknown error occurred.")).toBeVisible();
  await page.goto("/signup");
  await fillSignUp(page, details);
  await submitSignUp(page);
  await expect(
    page.getByText("Error creating account. Please try again."),
  ).toBeVisible();
  await expectNoInnerLife(page);
});

async function expectNoInnerLife(page: Page): Promise<void> {
  await expect(page.getByText(/Server Error|Request ID|\[CONVEX/)).toHaveCount(
    0,
  );
}
