import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { test } from "./story.ts";

const publicRoutes = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/activate",
  "/contact",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ contextOptions: { colorScheme, reducedMotion: "reduce" } });

    for (const path of publicRoutes) {
      test(`${path} has no accessibility violations`, async ({ openAs }) => {
        const page = await openAs(null);
        await page.goto(path);
        await expectAccessible(page);
      });
    }

    test("the protected routes have no accessibility violations", async ({
      join,
      openAs,
    }) => {
      test.slow();
      const person = await join("producer_rapper");
      const beat = await makeBeat(person);
      await makeVerse(person, beat.id);
      const page = await openAs(person);
      for (const path of [
        "/home",
        "/home?tab=verses",
        "/upload",
        "/search",
        `/beats/${beat.id}`,
        `/profile/${person.userId}`,
      ]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectAccessible(page);
        });
      }
      await test.step("the record dialog", async () => {
        await page.goto(`/beats/${beat.id}`);
        await page.getByRole("button", { name: "Record verse" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
      });
    });
  });
}

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}
