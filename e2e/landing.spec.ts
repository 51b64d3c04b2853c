import { expect } from "@playwright/test";
import { test } from "./story.ts";

test("the landing page speaks to each role and leads to both forms", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/");
  for (const name of ["For Rappers", "For Producers", "For Listeners"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await expect(page).toHaveURL("/signup");
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await expect(page).toHaveURL("/login");
});
