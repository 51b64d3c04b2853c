import { expect } from "@playwright/test";
import { newDetails } from "./people.ts";
import { chooseRole, choose, fillSignUp, submitSignUp } from "./screens.ts";
import { test } from "./story.ts";

test("a username that somebody has, in other letters, is refused", async ({
  join,
  openAs,
}) => {
  const first = await join("rapper");
  const page = await openAs(null);
  await page.goto("/signup");
  await fillSignUp(page, {
    ...newDetails("listener"),
    username: first.username.toUpperCase(),
  });
  await submitSignUp(page);
  await expect(
    page.getByText(
      "This username is already taken. Please choose a different username.",
    ),
  ).toBeVisible();
  await expect(page).toHaveURL("/signup");
});

test("an e-mail that has an account is refused, whatever its letters", async ({
  join,
  openAs,
}) => {
  const first = await join("rapper");
  const page = await openAs(null);
  await page.goto("/signup");
  const wanted = {
    ...newDetails("producer"),
    email: first.email.toUpperCase(),
  };
  await fillSignUp(page, wanted);
  await submitSignUp(page);
  await expect(
    page.getByText(
      "An account with this email already exists. Please try a different email or sign in to your existing account.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(wanted.username);
});

test("a role has to be chosen", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/signup");
  const { email, password, username } = newDetails("listener");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByLabel("Username").fill(username);
  await submitSignUp(page);
  await expect(page.getByText("Please select a role")).toBeVisible();
});

test("everybody but a listener chooses a state", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/signup");
  await fillSignUp(page, { ...newDetails("producer"), state: "" });
  await submitSignUp(page);
  await expect(page.getByText("Please select your state")).toBeVisible();

  await chooseRole(page, "listener");
  await expect(page.getByLabel("State")).toBeHidden();
  await expect(page.getByLabel("Instagram")).toBeHidden();
  await expect(page.getByLabel("YouTube")).toBeHidden();

  await chooseRole(page, "producer");
  await choose(page, "State", "Nagaland");
  await submitSignUp(page);
  await expect(page).toHaveURL("/activate");
});

test("a note leads whoever cannot sign up to the support address", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/signup");
  await page
    .getByRole("main")
    .getByRole("link", { name: "Contact us" })
    .click();
  await expect(page).toHaveURL("/contact");
  await expect(page.getByRole("main").getByText(/@/)).toBeVisible();
});
