import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import type { Role } from "./people.ts";
import { test } from "./story.ts";

test.use({
  contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true },
});

const EXPECTED: Readonly<Record<Role, readonly string[]>> = {
  producer: ["Home", "Find Artists", "Upload Beat", "Profile"],
  producer_rapper: ["Home", "Find Artists", "Upload Beat", "Profile"],
  rapper: ["Home", "Find Artists", "Record", "Profile"],
  listener: ["Home", "Find Artists", "Profile"],
};

const bottomBar = (page: Page) =>
  page.getByRole("navigation", { name: "Bottom navigation" });

for (const role of Object.keys(EXPECTED) as Role[]) {
  test(`leads a ${role} to the main places and marks the current one`, async ({
    join,
    openAs,
  }) => {
    const person = await join(role);
    const page = await openAs(person);
    await page.goto("/home");
    const bar = bottomBar(page);
    await expect(bar.getByRole("listitem")).toHaveText(EXPECTED[role]);
    const current = bar.locator("[aria-current=page]");
    await expect(current).toHaveText("Home");
    await bar.getByRole("link", { name: "Find Artists" }).tap();
    await expect(page).toHaveURL("/search");
    await expect(current).toHaveText("Find Artists");
    await bar.getByRole("link", { name: "Profile" }).tap();
    await expect(page).toHaveURL(`/profile/${person.userId}`);
    await expect(current).toHaveText("Profile");
    await page.goto("/contact");
    await expect(bar).toBeVisible();
    await expect(current).toHaveCount(0);
    await expectAccessible(page);
  });
}

test("takes a rapper to the beats, and a producer to the upload", async ({
  join,
  openAs,
}) => {
  // Three beats fill more than a screen.
  const producer = await join("producer");
  for (let n = 0; n < 3; n++) await makeBeat(producer);
  const page = await openAs(await join("rapper"));
  await page.goto("/home?tab=verses");
  const record = bottomBar(page).getByRole("link", { name: "Record" });
  await record.tap();
  await expect(page).toHaveURL("/home#beats");
  await expect(page.getByRole("tab", { name: "Beats" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const list = page.locator("#beats");
  await expect(list).toBeFocused();
  // Following the link again works as well.
  await page.evaluate(() => window.scrollTo(0, 0));
  await record.tap();
  await expect
    .poll(async () => (await boxOf(list)).y)
    .toBeLessThan((await boxOf(page.getByRole("banner"))).height + 40);

  const other = await openAs(producer);
  await other.goto("/home");
  await bottomBar(other).getByRole("link", { name: "Upload Beat" }).tap();
  await expect(other).toHaveURL("/upload");
});

test("is only on phones, for members, and not on paper", async ({
  join,
  openAs,
}) => {
  const guest = await openAs(null);
  await guest.goto("/contact");
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bottomBar(guest)).toHaveCount(0);

  const page = await openAs(await join("listener"));
  await page.goto("/contact");
  await expect(bottomBar(page)).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(bottomBar(page)).toBeHidden();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bottomBar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bottomBar(page)).toBeHidden();
});

test("makes way for the mini-player, the record button and the keyboard", async ({
  join,
  openAs,
  producer,
  beat,
}) => {
  const page = await openAs(producer);
  await page.goto(`/beats/${beat.id}`);
  const bar = bottomBar(page);
  const before = await boxOf(bar);
  await page.getByRole("button", { name: `Play ${beat.title}` }).tap();
  const player = page.getByRole("region", { name: "Now playing" });
  await expect(player).toBeVisible();
  const [above, below] = [await boxOf(player), await boxOf(bar)];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  expect(below.height).toBeLessThan(before.height);
  expect(below.y + below.height).toBe(844);
  await expectThumbSized(bar);

  await page.goto("/search");
  await expect(bar).toBeVisible();
  await page.getByRole("searchbox").or(page.getByRole("textbox")).first().tap();
  // The height that an on-screen keyboard leaves of the page.
  await page.setViewportSize({ width: 390, height: 520 });
  await expect(bar).toBeHidden();
  await page.getByRole("heading", { level: 1 }).tap();
  await expect(bar).toBeVisible();

  const rapper = await openAs(await join("rapper"));
  await rapper.goto(`/beats/${beat.id}`);
  const key = rapper.getByRole("button", { name: "Record verse" });
  await expect(key).toBeVisible();
  await expect(bottomBar(rapper)).toBeHidden();
  const keyBox = await boxOf(key);
  expect(keyBox.y + keyBox.height).toBeGreaterThan(844 - 40);
});

for (const width of [320, 390, 768]) {
  test(`fits in Hindi at ${width} pixels and covers nothing`, async ({
    join,
    openAs,
    producer,
  }) => {
    for (let n = 0; n < 3; n++) await makeBeat(producer);
    for (const person of [producer, await join("rapper")]) {
      const page = await openAs(person);
      await page.addInitScript(() =>
        localStorage.setItem("gully-language", "hi"),
      );
      await page.setViewportSize({ width, height: 700 });
      await page.goto("/home");
      const bar = page.getByRole("navigation", {
        name: "नीचे का नेविगेशन",
      });
      await expectThumbSized(bar);
      expect(
        await bar.evaluate((node) =>
          [...node.querySelectorAll("span")]
            .filter((label) => label.scrollWidth > label.clientWidth + 1)
            .map((label) => label.textContent),
        ),
      ).toEqual([]);
      const cards = page.getByRole("main").getByRole("article");
      // Phones draw the first card before the others, which makes the page longer.
      await expect(cards).toHaveCount(3);
      await page.evaluate(() =>
        window.scrollTo(0, document.documentElement.scrollHeight),
      );
      const last = cards.last();
      const { y, height } = await boxOf(last);
      expect(y + height).toBeLessThan((await boxOf(bar)).y);
    }
  });
}

async function expectThumbSized(bar: Locator): Promise<void> {
  const links = bar.getByRole("link");
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) {
    const { width, height } = await boxOf(link);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  }
}

async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (box === null) throw new Error(`Not shown: ${element.toString()}`);
  return box;
}
