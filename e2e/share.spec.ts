import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { test } from "./story.ts";

test.use({
  contextOptions: { permissions: ["clipboard-read", "clipboard-write"] },
});

test("copies a public link to a verse, whose page leads to that verse in the app @core", async ({
  app,
  join,
  openAs,
  rapper,
}) => {
  const others = await join("producer_rapper");
  const beat = await makeBeat(others);
  const verseId = await makeVerse(rapper, beat.id);
  for (let i = 0; i < 5; i++) await makeVerse(others, beat.id);
  const page = await openAs(await join("listener"));
  await page.goto(`/profile/${rapper.userId}`);
  const title = `${rapper.username} on "${beat.title}"`;
  await page.getByRole("button", { name: `Share ${title}` }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await copied(page);
  expect(link).toBe(`${app.url}/listen/verses/${verseId}`);

  await page.goto(link);
  await expect(
    page.getByRole("heading", { level: 1, name: title }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Open in Gully Cypher" }).click();
  await expect(page).toHaveURL(`/beats/${beat.id}#verse-${verseId}`);
  await expect(page.getByRole("article", { name: title })).toBeInViewport({
    ratio: 0.9,
  });
});

test("copies a public link to a beat", async ({
  app,
  beat,
  listenerPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: `Share ${beat.title}` }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await copied(page)).toBe(`${app.url}/listen/beats/${beat.id}`);
});

test("a link from the app in Hindi opens in Hindi for whoever has chosen no language @core", async ({
  app,
  beat,
  openAs,
  listenerPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
  await page.getByRole("button", { name: `${beat.title} साझा करें` }).click();
  await expect(
    page.getByText("लिंक कॉपी हो गया।", { exact: false }),
  ).toBeVisible();
  const link = await copied(page);
  expect(link).toBe(`${app.url}/listen/beats/${beat.id}?lang=hi`);

  const friend = await openAs(null);
  const root = friend.locator("html");
  const enter = async () => {
    await friend.goto(link);
    await expect(root).toHaveAttribute("lang", "hi");
    await friend.getByRole("link", { name: "साइन इन" }).click();
    await expect(friend).toHaveURL(/\/login/);
  };
  await enter();
  await expect(
    friend.getByRole("heading", { level: 1, name: "साइन इन" }),
  ).toBeVisible();
  await friend.goto("/signup");
  await expect(root).toHaveAttribute("lang", "hi");
  await friend.getByRole("button", { name: "View in English" }).click();
  await expect(root).toHaveAttribute("lang", "en");
  await enter();
  await expect(root).toHaveAttribute("lang", "en");
});

test("shows notices without covering the bar, the player or the record button", async ({
  beat,
  rapperPage: page,
}) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/beats/${beat.id}`);
    await page.getByRole("button", { name: `Play ${beat.title}` }).click();
    await page.getByRole("button", { name: `Share ${beat.title}` }).click();
    const toast = page.getByRole("alert").filter({ hasText: "Link copied." });
    await expect(toast).toBeVisible();
    const bar = await boxOf(page, page.getByRole("banner"));
    const player = await boxOf(
      page,
      page.getByRole("region", { name: "Now playing" }),
    );
    const key = await boxOf(
      page,
      page.getByRole("button", { name: "Record verse" }),
    );
    await expect(async () => {
      const said = await boxOf(page, toast);
      expect(said.y).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(said.y + said.height).toBeLessThanOrEqual(player.y);
      expect(said.y + said.height).toBeLessThanOrEqual(key.y);
      expect(said.x).toBeGreaterThanOrEqual(0);
      expect(said.x + said.width).toBeLessThanOrEqual(width);
    }).toPass({ timeout: 60_000 });
  }
});

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

async function boxOf(page: Page, element: ReturnType<Page["getByRole"]>) {
  const box = await element.boundingBox();
  if (box === null)
    throw new Error(`Not on ${page.url()}: ${element.toString()}`);
  return box;
}
