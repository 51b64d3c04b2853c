import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** Waits until the page has loaded, then expects axe to find nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  // On a page without frames, axe's legacy mode finds the same problems, and opens no second page
  // to merge the results of frames.
  expect(page.frames()).toHaveLength(1);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}

/** Runs `check` while the system asks for light colours, and again for dark ones. */
export async function inBothSchemes(
  page: Page,
  check: (colorScheme: "light" | "dark") => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await check(colorScheme);
  }
}

/** Runs `expectAccessible` once in light and once in dark colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await inBothSchemes(page, async (colorScheme) => {
    await expect(page.locator("html")).toHaveAttribute(
      "data-mantine-color-scheme",
      colorScheme,
    );
    await expectAccessible(page);
  });
}
