import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "./expectAccessible.ts";
import { test } from "./story.ts";

const PAGES = [
  { path: "/privacy", en: "Privacy", hi: "निजता" },
  { path: "/terms", en: "Terms", hi: "शर्तें" },
  { path: "/community", en: "Community rules", hi: "समुदाय के नियम" },
] as const;

test("the rules are public, in both languages, and fit 320 pixels", async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs(null);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { path, en, hi } of PAGES) {
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: en, level: 1 }),
    ).toBeVisible();
    await expect(
      page.getByText("has not named a grievance officer yet"),
    ).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
    await expect(
      page.getByRole("heading", { name: hi, level: 1 }),
    ).toBeVisible();
    await page.getByRole("button", { name: "View in English" }).click();
    await expect(
      page.getByRole("heading", { name: en, level: 1 }),
    ).toBeVisible();
  }
});

test("sign-up says what one agrees to, and the landing page links to the rules", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/signup");
  await expect(
    page.getByText("By creating an account you agree to these:"),
  ).toBeVisible();
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await page.goto("/");
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(page).toHaveURL("/privacy");
});

test("the pages name the grievance officer that the host has set", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp({
    GRIEVANCE_OFFICER: "A. Officer",
    GRIEVANCE_ADDRESS: "1 Gully\\nMumbai",
    SUPPORT_EMAIL: "help@example.org",
  });
  const page = await openAs(null, app);
  await page.goto("/terms");
  await expect(page.getByText("A. Officer")).toBeVisible();
  await expect(page.getByText("1 Gully Mumbai")).toBeVisible();
  await expect(page.getByText("help@example.org")).toBeVisible();
});
