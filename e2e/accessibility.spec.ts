import { expect } from "@playwright/test";
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  inBothSchemes,
} from "./expectAccessible.ts";
import { test } from "./story.ts";

/**
 * The landing page is not in this list: it sets its colours once, when its document first loads.
 */
const PUBLIC_ROUTES = [
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/activate",
  "/contact",
  "/privacy",
  "/terms",
  "/community",
];

test("the landing page has no accessibility violations @core", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await inBothSchemes(page, async () => {
    await page.goto("/");
    await expectAccessible(page);
  });
});

for (const path of PUBLIC_ROUTES) {
  test(`${path} has no accessibility violations`, async ({ openAs }) => {
    const page = await openAs(null);
    await page.goto(path);
    await expectAccessibleInBothSchemes(page);
  });
}

test("the protected routes have no accessibility violations", async ({
  openAs,
  artist: { person, beat },
}) => {
  test.slow();
  const page = await openAs(person);
  for (const path of [
    "/home",
    "/home?tab=verses",
    "/home?genre=Pop+Rap&state=Sikkim",
    "/upload",
    "/search",
    "/reports",
    "/bell",
    "/following",
    "/fresh",
    `/beats/${beat.id}`,
    "/beats/none",
    `/profile/${person.userId}`,
    "/profile/none",
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleInBothSchemes(page);
    });
  }
  for (const { path, button } of [
    { path: `/beats/${beat.id}`, button: "Record verse" },
    { path: `/beats/${beat.id}`, button: "Delete beat" },
    {
      path: `/beats/${beat.id}`,
      button: `Delete verse by ${person.username}`,
    },
    { path: `/profile/${person.userId}`, button: "Edit" },
  ]) {
    await test.step(`the dialog behind ${button}`, async () => {
      await page.goto(path);
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessibleInBothSchemes(page);
    });
  }
});
