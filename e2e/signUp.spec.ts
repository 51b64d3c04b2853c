import { expect } from "@playwright/test";
import { newDetails } from "./people.ts";
import {
  chooseRole,
  choose,
  fillSignUp,
  passwordField,
  submitSignUp,
} from "./screens.ts";
import { test } from "./story.ts";

test("rejects a taken username in a different case @core", async ({
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

test("rejects a username that looks like a taken one", async ({
  join,
  openAs,
}) => {
  const first = await join("rapper");
  const page = await openAs(null);
  await page.goto("/signup");
  const username = first.username.replace("rapper", "rаррer"); // Cyrillic а and р
  await fillSignUp(page, { ...newDetails("listener"), username });
  await submitSignUp(page);
  await expect(
    page.getByText(
      "This username is already taken. Please choose a different username.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();
});

test("rejects a common password next to its field", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/signup");
  const wanted = newDetails("listener");
  await fillSignUp(page, { ...wanted, password: "Password1" });
  await submitSignUp(page);
  await expect(
    page.getByText(
      "This password is too easy to guess. Please choose another one.",
    ),
  ).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).fill(wanted.username);
  await submitSignUp(page);
  await expect(
    page.getByText("Your password must not be your username or your email."),
  ).toBeVisible();
  await passwordField(page).fill(wanted.password);
  await submitSignUp(page);
  await expect(page).toHaveURL("/activate");
});

test("rejects an email that has an account, whatever its case", async ({
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

test("requires a role", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/signup");
  const { email, password, username } = newDetails("listener");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByLabel("Username").fill(username);
  await submitSignUp(page);
  await expect(page.getByText("Please select a role")).toBeVisible();
});

test("requires a state for everyone except listeners", async ({ openAs }) => {
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

test("points people who cannot sign up to the support address", async ({
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
