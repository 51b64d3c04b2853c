import { expect } from "@playwright/test";
import { newDetails, signUpUnconfirmed } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

test("shows the same error for a wrong password and an unknown email @core", async ({
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

test("keeps a session across a reload and ends it with Sign Out @core", async ({
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

test("whoever signs in next does not land on the page of the person before @core", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await fillSignIn(page, await join("producer"));
  await expect(page).toHaveURL("/home");
});

test("lets the owner sign in from a known browser while a stranger is rate limited", async ({
  join,
  openAs,
}) => {
  const person = await join("listener");
  const own = await openAs(null);
  await own.goto("/login");
  await fillSignIn(own, person);
  await expect(own).toHaveURL("/home");
  await own.getByRole("button", { name: "Sign Out" }).click();
  await expect(own.getByRole("link", { name: "Login" })).toBeVisible();

  const stranger = await openAs(null);
  await stranger.goto("/login");
  const limited = stranger.getByText(/Too many attempts/);
  const refused = stranger.getByText("Invalid email or password.");
  const guess = async () => {
    await fillSignIn(stranger, { ...person, password: "not the password" });
    await expect(refused.or(limited)).toBeVisible();
    return limited.isVisible();
  };
  await expect.poll(guess).toBe(true);
  await fillSignIn(stranger, person);
  await expect(limited).toBeVisible();

  await own.goto("/login");
  await fillSignIn(own, person);
  await expect(own).toHaveURL("/home");
});

test("says that the email is unconfirmed and leads to /activate", async ({
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

test("links to password reset and sign-up", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.getByRole("link", { name: "Back to Sign In" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/signup");
});

test("sends nothing without an email and a password", async ({ openAs }) => {
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
