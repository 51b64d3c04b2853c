import { type Page, expect } from "@playwright/test";
import { test } from "./story.ts";

const TO_HINDI = "हिन्दी में देखें";
const REFUSAL =
  "The language could not be changed. Check your connection and try again.";

test("says without a connection that the language cannot be changed, and changes it later", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const toastsLoaded = page.waitForResponse(/ToastStack-.*\.js/);
  await page.goto("/login");
  await toastsLoaded;
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await switchToHindi(page);
  await expect(page.getByText(REFUSAL)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.context().setOffline(false);
  await switchToHindi(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
});

test("the landing page says so too", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const question = page.waitForEvent("dialog");
  void switchToHindi(page);
  const dialog = await question;
  expect(dialog.message()).toBe(REFUSAL);
  await dialog.accept();
});

async function switchToHindi(page: Page): Promise<void> {
  await page.getByRole("button", { name: TO_HINDI }).click();
}
