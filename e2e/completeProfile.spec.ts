import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "./expectAccessible.ts";
import { join } from "./people.ts";
import { choose, chooseRole } from "./screens.ts";
import { changeStored, rowsOf } from "./storedData.ts";
import { test } from "./story.ts";

// Sign-up never leaves an account without a profile. The test removes one from
// the database of a separate app.
test("asks an account without a profile to create one before anything else", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const other = await join(app, "producer");
  const person = await join(app, "rapper");
  await changeStored(app, (transaction) => {
    for (const { id, row } of rowsOf(transaction, "profiles"))
      if (row.userId === person.userId) transaction.remove("", id);
  });
  const page = await openAs(person, app);
  const save = page.getByRole("button", { name: "Save profile" });

  await test.step("every protected page redirects there and replaces its history entry", async () => {
    await page.goto("/contact");
    for (const path of ["/home", "/search", "/upload"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/profile");
    }
    await page.goto("/contact");
    await page.goto("/search");
    await expect(page).toHaveURL("/profile");
    await page.goBack();
    await expect(page).toHaveURL("/contact");
    await page.goForward();
    await expect(page).toHaveURL("/profile");
  });

  await test.step("axe finds nothing", async () => {
    await expectAccessibleInBothSchemes(page);
  });

  await test.step("the form has the same rules as sign-up", async () => {
    await save.click();
    await expect(page.getByText("Please select a role")).toBeVisible();
    await page.getByLabel("Username").fill(other.username.toUpperCase());
    await chooseRole(page, "producer_rapper");
    await save.click();
    await expect(page.getByText("Please select your state")).toBeVisible();
    await choose(page, "State", "Goa");
    await save.click();
    await expect(
      page.getByText(
        "This username is already taken. Please choose a different username.",
      ),
    ).toBeVisible();
  });

  await test.step("the profile page opens after saving, and the form does not come back", async () => {
    await page.getByLabel("Username").fill("late.bloomer");
    await save.dblclick();
    await expect(page).toHaveURL(`/profile/${person.userId}`);
    await expect(
      page.getByRole("heading", { name: "late.bloomer" }),
    ).toBeVisible();
    await expect(page.getByText("Goa")).toBeVisible();
    await page.goto("/profile");
    await expect(page).toHaveURL(`/profile/${person.userId}`);
  });
});
