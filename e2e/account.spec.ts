import { type Page, expect } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "./expectAccessible.ts";
import { linkMailedTo } from "./mail.ts";
import { newDetails, type Person } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

const NEW_PASSWORD = "entirely new words";

/** Signs in on the screens, so that the session belongs to a real browser. */
async function signInOnScreen(page: Page, person: Person): Promise<void> {
  await page.goto("/login");
  await fillSignIn(page, person);
  await expect(page).toHaveURL("/home");
}

async function changePassword(page: Page, from: string, to: string) {
  const form = page.getByRole("form", { name: "Password" });
  await form.getByLabel("Current password", { exact: true }).fill(from);
  await form.getByLabel("New password", { exact: true }).fill(to);
  await form.getByLabel("Confirm password", { exact: true }).fill(to);
  await form.getByRole("button", { name: "Change password" }).click();
}

test("changing the password in one browser signs the other one out @core", async ({
  join,
  openAs,
}) => {
  test.slow();
  const person = await join("rapper");
  const here = await openAs(null);
  const there = await openAs(null);
  await signInOnScreen(here, person);
  await signInOnScreen(there, person);

  await here.goto(`/profile/${person.userId}`);
  await here
    .getByRole("main")
    .getByRole("link", { name: "Account", exact: true })
    .click();
  await expect(here).toHaveURL("/account");
  await here.getByRole("button", { name: "Password" }).click();

  await expect(
    here.getByLabel("New password", { exact: true }),
  ).toHaveAccessibleDescription("At least 6 characters.");
  await changePassword(here, "not my password", NEW_PASSWORD);
  await expect(here.getByText("That is not your password.")).toBeVisible();
  await expect(
    here
      .getByRole("form", { name: "Password" })
      .getByLabel("Current password", { exact: true }),
  ).toBeFocused();
  await changePassword(here, person.password, NEW_PASSWORD);
  await expect(here.getByText("Your password is changed.")).toBeVisible();
  await expect(there).toHaveURL("/login");
  await expect(here).toHaveURL("/account?open=password");
  await fillSignIn(there, person);
  await expect(there.getByText("Invalid email or password.")).toBeVisible();
  await fillSignIn(there, { ...person, password: NEW_PASSWORD });
  await expect(there).toHaveURL("/home");
});

test("lists this browser, and signs out everywhere else", async ({
  join,
  openAs,
}) => {
  test.slow();
  const person = await join("listener");
  const here = await openAs(null);
  const there = await openAs(null);
  await signInOnScreen(here, person);
  await signInOnScreen(there, person);
  await here.goto("/account?open=sessions");
  const list = here
    .getByRole("region", { name: "Where you are signed in" })
    .getByRole("listitem");
  // The third session is the one that `join` opened without a browser.
  await expect(list).toHaveCount(3);
  await expect(list.filter({ hasText: "This device" })).toContainText("Chrom");
  await expect(list.filter({ hasText: "Unknown device" })).toHaveCount(1);

  await here.getByRole("button", { name: "Sign out Unknown device" }).click();
  await expect(list).toHaveCount(2);
  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(
    here.getByText("You are not signed in anywhere else."),
  ).toBeVisible();
  await expect(there).toHaveURL("/login");
  await expect(list).toHaveCount(1);
});

test("changes the email with a link mailed to the new address", async ({
  app,
  join,
  openAs,
}) => {
  test.slow();
  const person = await join("producer");
  const { email } = newDetails("producer");
  const page = await openAs(person);
  await page.goto("/account?open=email");
  const form = page.getByRole("form", { name: "Email" });
  await form.getByLabel("New email").fill(email);
  await form
    .getByLabel("Current password", { exact: true })
    .fill(person.password);
  await form.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expect(page.getByText(`Your email is ${person.email}.`)).toBeVisible();

  const link = await linkMailedTo(app.mailUrl, email, "/email-change");
  const anywhere = await openAs(null);
  await anywhere.goto(link);
  await expect(anywhere.getByText(person.username)).toBeVisible();
  await anywhere.getByRole("button", { name: "Use this email" }).click();
  await expect(
    anywhere.getByText("Your account uses the new email."),
  ).toBeVisible();
  await expect(page.getByText(`Your email is ${email}.`)).toBeVisible();
  await expect(page.getByText("We sent a link")).toHaveCount(0);

  await test.step("the previous address takes its account back", async () => {
    const stop = await linkMailedTo(app.mailUrl, person.email, "/email-change");
    await anywhere.goto(stop);
    await anywhere
      .getByRole("button", { name: "Take my address back" })
      .click();
    await expect(
      anywhere.getByText("Your account has its email back"),
    ).toBeVisible();
    await expect(page).toHaveURL("/login");
    await linkMailedTo(app.mailUrl, person.email, "/reset-password");
  });
});

test("one row is open at a time, its address can be shared, and Back closes it", async ({
  rapperPage: page,
}) => {
  const row = (name: string) =>
    page.getByRole("heading", { level: 2 }).getByRole("button", { name });
  const isOpen = (name: string) => row(name).getAttribute("aria-expanded");
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 2 }).last()).toHaveText(
    /^Leave for good/,
  );
  await row("Email").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("New email")).toBeFocused();
  await expect(page).toHaveURL("/account?open=email");

  await row("Password").click();
  await expect(
    page.getByLabel("Current password", { exact: true }),
  ).toBeFocused();
  await expect(page.getByLabel("New email")).toHaveCount(0);
  expect(await isOpen("Email")).toBe("false");
  expect(await isOpen("Password")).toBe("true");

  await test.step("Back closes it, whichever was open before", async () => {
    await page.goBack();
    await expect(row("Password")).toBeFocused();
    await expect(page).toHaveURL("/account");
    expect(await isOpen("Password")).toBe("false");
  });

  await test.step("a shared address opens its row, and the row closes", async () => {
    await page.goto("/account?open=bell");
    const bell = page.getByRole("region", { name: "Bell" });
    await expect(bell.getByRole("switch").first()).toBeEnabled();
    await row("Bell").click();
    await expect(bell).toHaveCount(0);
    await expect(page).toHaveURL("/account");
    await expect(row("Bell")).toBeFocused();
  });
});

test("is accessible, fits 320 pixels and keeps the language of mails", async ({
  rapperPage: page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/account?open=sessions");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: /^Language and mail/ }).click();
  // The switch shows what the server has stored, so it does not change at once.
  const signIns = page.getByRole("switch").first();
  await expect(signIns).toHaveAccessibleName(
    "Mail me when a new browser signs in",
  );
  await signIns.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(signIns).toBeChecked();
  await page.getByRole("combobox", { name: "Language" }).selectOption("hi");
  await expect(page.getByRole("heading", { name: "आपका खाता" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "भाषा" })).toHaveValue("hi");
  await expect(signIns).toBeChecked();
  await expectAccessibleInBothSchemes(page);
});

test("a made-up link about a change of email says so", async ({ openAs }) => {
  const page = await openAs(null);
  for (const path of ["/email-change", "/email-change?code=made-up"]) {
    await page.goto(path);
    await expect(page.getByText("This link is not valid")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
});
