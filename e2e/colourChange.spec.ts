import { type Page, expect } from "@playwright/test";
import { test } from "./story.ts";

test("all colours change at once for those who want less motion", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/signup");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(await lateColours(page)).toEqual([]);
});

/**
 * Returns the elements whose colour, two frames after the change to dark colours, is not yet the
 * final one.
 */
function lateColours(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = [...document.querySelectorAll("main *")];
    const colours = () => all.map((each) => getComputedStyle(each).color);
    const frame = () => new Promise(requestAnimationFrame);
    document.documentElement.dataset.mantineColorScheme = "dark";
    await frame();
    await frame();
    const soon = colours();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const late = colours();
    return all
      .filter((_, index) => soon[index] !== late[index])
      .map(({ tagName, className }) => `${tagName} ${String(className)}`);
  });
}
