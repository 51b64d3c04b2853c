import { expect } from "@playwright/test";
import { linkMailedTo, mailsTo } from "./mail.ts";
import { newDetails } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

const NEW_PASSWORD = "entirely new words";

test("resets a forgotten password with a mailed link that works once @core", async ({
  app,
  join,
  openAs,
}) => {
  const person = await join("rapper");
  const elsewhere = await openAs(person);
  await elsewhere.goto("/home");
  await expect(elsewhere).toHaveURL("/home");

  const page = await openAs(null);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Check your email!")).toBeVisible();
  await expect(page.getByText(/spam folder/)).toBeVisible();

  const link = await linkMailedTo(app.mailUrl, person.email, "/reset-password");
  await page.goto(link);
  const first = page.getByRole("textbox", {
    name: "New password",
    exact: true,
  });
  const second = page.getByRole("textbox", { name: "Confirm password" });
  const save = page.getByRole("button", { name: "Save new password" });

  await expect(first).toHaveAccessibleDescription("At least 6 characters.");
  await first.fill("short");
  await second.fill("short");
  await save.click();
  await expect(
    page.getByText("Password must be at least 6 characters long."),
  ).toBeVisible();
  await first.fill(NEW_PASSWORD);
  await second.fill("something else");
  await save.click();
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await second.fill(NEW_PASSWORD);
  await save.click();
  await expect(page.getByText("Password changed")).toBeVisible();

  await test.step("all sessions of the account have ended", async () => {
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL("/login");
  });
  await test.step("the new password works and the old one does not", async () => {
    await page
      .getByRole("main")
      .getByRole("button", { name: "Sign In" })
      .click();
    await expect(page).toHaveURL("/login");
    await fillSignIn(page, person);
    await expect(page.getByText("Invalid email or password.")).toBeVisible();
    await fillSignIn(page, { ...person, password: NEW_PASSWORD });
    await expect(page).toHaveURL("/home");
  });
  await test.step("the link cannot be used again", async () => {
    const late = await openAs(null);
    await late.goto(link);
    await late
      .getByRole("textbox", { name: "New password", exact: true })
      .fill("one more try");
    await late
      .getByRole("textbox", { name: "Confirm password" })
      .fill("one more try");
    await late.getByRole("button", { name: "Save new password" }).click();
    await expect(
      late.getByText(
        "Invalid or expired reset link. Please request a new password reset.",
      ),
    ).toBeVisible();
  });
});

test("answers an unknown address in the same way and sends no mail", async ({
  app,
  openAs,
}) => {
  const { email } = newDetails("listener");
  const page = await openAs(null);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("Check your email!")).toBeVisible();
  expect(await mailsTo(app.mailUrl, email)).toEqual([]);
});
