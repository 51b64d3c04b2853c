import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { test } from "./story.ts";

test.use({ contextOptions: { colorScheme: "dark" } });

test("prints dark text and content without buttons", async ({
  join,
  openAs,
}) => {
  const person = await join("producer_rapper");
  const beat = await makeBeat(person);
  await makeVerse(person, beat.id);
  const page = await openAs(person);
  await page.setViewportSize({ width: 720, height: 1000 });
  for (const { path, shown } of [
    { path: `/beats/${beat.id}`, shown: beat.title },
    { path: `/profile/${person.userId}`, shown: person.username },
  ]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await expect(
      page.getByRole("heading", { level: 1, name: shown }),
    ).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expectPaper(page);
    await expectReadableCard(page);
    await expect(
      page.getByRole("heading", { level: 1, name: shown }),
    ).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  }
});

test("prints the landing page dark on white", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/");
  await expect(page.getByRole("heading").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expectPaper(page);
});

/**
 * Expects badges without a dark background, and a waveform that uses the space
 * of the hidden play button.
 */
async function expectReadableCard(page: Page): Promise<void> {
  const card = page.getByRole("article").first();
  const badge = card.locator(".mantine-Badge-root").first();
  const ground = await badge.evaluate(
    (node) => getComputedStyle(node).backgroundColor,
  );
  expect(ground).toBe("rgba(0, 0, 0, 0)");
  const whole = await card.boundingBox();
  const wave = await card.getByRole("slider").boundingBox();
  expect(wave?.width).toBeGreaterThan((whole?.width ?? 0) / 2);
}

async function expectPaper(page: Page): Promise<void> {
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  const colours = () =>
    page.evaluate(() => ({
      paper: getComputedStyle(document.body).backgroundColor,
      letters: getComputedStyle(document.querySelector("h1") ?? document.body)
        .color,
    }));
  await expect.poll(colours).toEqual({
    paper: "rgb(255, 255, 255)",
    letters: "rgb(0, 0, 0)",
  });
}
