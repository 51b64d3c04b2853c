import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** Nothing that axe finds on what is shown now, once it is there. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}

/** The same page in both sets of colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute(
      "data-mantine-color-scheme",
      colorScheme,
    );
    await expectAccessible(page);
  }
}
