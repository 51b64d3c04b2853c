import { expect } from "@playwright/test";
import { linkMailedTo, mailsTo } from "./mail.ts";
import { confirmedAt, newDetails, signUpUnconfirmed } from "./people.ts";
import {
  fillSignIn,
  fillSignUp,
  followConfirmLink,
  submitSignUp,
} from "./screens.ts";
import { changeStored, rowsOf } from "./storedData.ts";
import { test } from "./story.ts";

test("continues in the waiting tab when the link is opened on another device @core", async ({
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
  await followConfirmLink(elsewhere, link, details);
  await expect(elsewhere.getByText("Your email is confirmed.")).toBeVisible();
  await expect(waiting).toHaveURL("/home");

  await elsewhere.goto(link);
  await expect(elsewhere.getByText("Your email is confirmed.")).toBeVisible();
});

test("does not confirm when a mail scanner only opens the link", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const link = await linkMailedTo(app.mailUrl, person.email, "/activate");
  const scanner = await openAs(null);
  const headers = { Accept: "text/html" };
  const answer = await scanner.request.get(link, { headers });
  expect(answer.ok()).toBe(true);
  await scanner.goto(link);
  await expect(
    scanner.getByText("You are about to confirm this account:"),
  ).toBeVisible();
  expect(await confirmedAt(person)).toBeNull();
});

test("removes the account when the owner of the address says they did not sign up", async ({
  app,
  openAs,
}) => {
  const intruder = await signUpUnconfirmed(app, newDetails("rapper"));
  const waiting = await openAs(intruder);
  await waiting.goto("/activate");
  const link = await linkMailedTo(app.mailUrl, intruder.email, "/activate");
  const owner = await openAs(null);
  await owner.goto(link);
  await owner.getByRole("button", { name: "This wasn't me" }).click();
  const dialog = owner.getByRole("dialog");
  await expect(dialog.getByText(intruder.username)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(await confirmedAt(intruder)).toBeNull();

  await owner.getByRole("button", { name: "This wasn't me" }).click();
  await dialog.getByRole("button", { name: "Remove account" }).click();
  await expect(owner.getByText(/Your address is free again/)).toBeVisible();
  await expect(waiting).toHaveURL("/activate");
  await expect(waiting.getByRole("link", { name: "Login" })).toBeVisible();

  await owner.goto(link);
  await expect(
    owner.getByText(
      "This confirmation link is not valid. Please request a new one.",
    ),
  ).toBeVisible();
  const { email } = intruder;
  await signUpUnconfirmed(app, { ...newDetails("listener"), email });
});

test("asks for confirmation even if another account is signed in", async ({
  app,
  join,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(await join("listener"));
  const link = await linkMailedTo(app.mailUrl, person.email, "/activate");
  await followConfirmLink(page, link, person);
  await expect(page).toHaveURL("/home");
  expect(await confirmedAt(person)).not.toBeNull();
});

test("sends unconfirmed accounts to /activate, where they can resend the mail", async ({
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

test("a mistyped address is corrected where it waits", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(person);
  await page.goto("/activate");
  await page.getByRole("button", { name: "Wrong address? Change it" }).click();
  await expect(page.getByLabel("Right email")).toBeFocused();
  const right = `right-${person.email}`;
  await page.getByLabel("Right email").fill(right);
  await page.getByRole("button", { name: "Send the link there" }).click();
  await expect(page.getByText(`We sent a new link to ${right}.`)).toBeVisible();
  await expect(page.getByText(`We sent a link to ${right}.`)).toBeVisible();
  const elsewhere = await openAs(null);
  await followConfirmLink(
    elsewhere,
    await linkMailedTo(app.mailUrl, right, "/activate"),
    { ...person, email: right },
  );
  await expect(page).toHaveURL("/home");
});

test("another account can be used, however late the news that the session ended", async ({
  app,
  openAs,
}) => {
  const page = await openAs(await signUpUnconfirmed(app, newDetails("rapper")));
  let isLate = false;
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const isNews = message.toString().includes('"Transition"');
      if (!isLate || !isNews) socket.send(message);
    });
  });
  await page.goto("/activate");
  const other = page.getByRole("button", { name: "Use another account" });
  await expect(other).toBeVisible();
  isLate = true;
  await other.click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("where somebody wanted to go is forgotten when they sign out", async ({
  app,
  beat,
  join,
  openAs,
}) => {
  const page = await openAs(await signUpUnconfirmed(app, newDetails("rapper")));
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Use another account" }).click();
  await fillSignIn(page, await join("listener"));
  await expect(page).toHaveURL("/home");
  await page.goto("/activate");
  await expect(page).toHaveURL("/home");
});

test("explains an invalid link and offers a new one", async ({
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

// Needs a separate app, because it stops the app to let the code expire.
test("says that an old link has expired and accepts a new one", async ({
  openAs,
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

  const page = await openAs(person, app);
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
  await followConfirmLink(page, await newestLink(), person);
  await expect(page).toHaveURL("/home");
});

test("sends no mail to a visitor without an account", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/activate");
  await page.getByRole("button", { name: "Resend Email" }).click();
  await expect(
    page.getByText("No email found for your account. Please log in again."),
  ).toBeVisible();
});
