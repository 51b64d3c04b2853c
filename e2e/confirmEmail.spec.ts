import { expect } from "@playwright/test";
import { linkMailedTo, mailsTo } from "./mail.ts";
import { newDetails, signUpUnconfirmed, signedIn } from "./people.ts";
import { fillSignUp, submitSignUp } from "./screens.ts";
import { changeStored, rowsOf } from "./storedData.ts";
import { test } from "./story.ts";

test("a tab that waits goes on when the link is opened on another device", async ({
  app,
  openAs,
}) => {
  const details = newDetails("listener");
  const waiting = await openAs(null);
  await waiting.goto("/signup");
  await fillSignUp(waiting, details);
  await submitSignUp(waiting);
  await expect(waiting).toHaveURL("/activate");

  const elsewhere = await openAs(null);
  const link = await linkMailedTo(app.mailUrl, details.email, "/activate");
  await elsewhere.goto(link);
  await expect(elsewhere.getByText("Your email is confirmed.")).toBeVisible();
  await expect(waiting).toHaveURL("/home");

  await elsewhere.goto(link);
  await expect(elsewhere.getByText("Your email is confirmed.")).toBeVisible();
});

test("an unconfirmed account is led to /activate and can have the mail again", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(person);
  for (const path of ["/home", "/search", "/upload", "/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/activate");
  }
  await expect
    .poll(async () => (await mailsTo(app.mailUrl, person.email)).length)
    .toBe(1);
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(
    page.getByText("Activation email sent! Please check your inbox."),
  ).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(app.mailUrl, person.email)).length)
    .toBe(2);
});

test("a made-up link is answered with a text and a way out", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(person);
  await page.goto("/activate?code=not-a-code-of-ours");
  await expect(
    page.getByText(
      "This confirmation link is not valid. Please request a new one.",
    ),
  ).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Resend Email" }),
  ).toBeEnabled();
});

// It stops the app to let a day pass, so it has one of its own.
test("a link that is opened a day late says so, and a new one works", async ({
  browser,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const late = await linkMailedTo(app.mailUrl, person.email, "/activate");
  await changeStored(app, (transaction) => {
    for (const { id } of rowsOf(transaction, "mailedCodes"))
      transaction.patch("", id, { expiresAt: Date.now() - 1 });
  });

  const page = await (
    await browser.newContext(signedIn(app, person))
  ).newPage();
  await page.goto(late);
  await expect(
    page.getByText(
      "This confirmation link has expired. Please request a new one.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(
    page.getByText("Activation email sent! Please check your inbox."),
  ).toBeVisible();
  const newestLink = () => linkMailedTo(app.mailUrl, person.email, "/activate");
  await expect.poll(newestLink).not.toBe(late);
  await page.goto(await newestLink());
  await expect(page).toHaveURL("/home");
});

test("without an account there is nobody to send a mail to", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/activate");
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(
    page.getByText("No email found for your account. Please log in again."),
  ).toBeVisible();
});
