import { expect } from "@playwright/test";
import { newDetails, signUpUnconfirmed } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

test("a wrong password and an unknown e-mail get the same text", async ({
  join,
  openAs,
}) => {
  const person = await join("listener");
  const page = await openAs(null);
  await page.goto("/login");
  await fillSignIn(page, { ...person, password: "not the password" });
  const refusal = page.getByText("Invalid email or password.");
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);

  await page.reload();
  await expect(refusal).toBeHidden();
  await fillSignIn(page, newDetails("listener"));
  await expect(refusal).toBeVisible();
});

test("a session survives a reload and ends with Sign Out", async ({
  join,
  openAs,
}) => {
  const person = await join("producer");
  const page = await openAs(null);
  await page.goto("/login");
  await fillSignIn(page, {
    ...person,
    email: ` ${person.email.toUpperCase()} `,
  });
  await expect(page).toHaveURL("/home");
  await page.reload();
  await expect(page.getByRole("link", { name: "Upload Beat" })).toBeVisible();
  await expect(page).toHaveURL("/home");

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto("/home");
  await expect(page).toHaveURL("/login");
});

test("signing in before the e-mail is confirmed says so and leads to /activate", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("rapper"));
  const page = await openAs(null);
  await page.goto("/login");
  await fillSignIn(page, person);
  await expect(
    page.getByText("Your email is not confirmed. Please check your inbox."),
  ).toBeVisible();
  await expect(page).toHaveURL("/activate");
});

test("the form leads to a new password and to a new account", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.getByRole("link", { name: "Back to Sign In" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/signup");
});

test("nothing is sent without an e-mail and a password", async ({ openAs }) => {
  const page = await openAs(null);
  for (const [path, button] of [
    ["/login", "Sign In"],
    ["/signup", "Create an account"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await expect(page.getByText("Email is required.")).toBeVisible();
    await expect(page.getByText("Password is required.")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
  }
});
