import { expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import type { Role } from "./people.ts";
import { test } from "./story.ts";

test.use({
  contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true },
});

const MENU = "Main navigation";

test("puts a visitor's links behind a button on a phone", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/contact");
  const menu = page.getByRole("navigation", { name: MENU });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).tap();
  await expect(menu.getByRole("listitem")).toHaveText([
    "Contact Us",
    "Login",
    "Create an account",
  ]);
  const open = page.getByRole("button", { name: "Open menu" });
  await page.getByRole("button", { name: "Close menu" }).tap();
  await expect(menu).toBeHidden();
  await open.tap();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await open.tap();
  await page.touchscreen.tap(195, 700); // beside the menu, which covers the heading
  await expect(menu).toBeHidden();
  await open.tap();
  await menu.getByRole("link", { name: "Login" }).tap();
  await expect(page).toHaveURL("/login");
  await expect(menu).toBeHidden();
});

const UPLOADERS: readonly Role[] = ["producer", "producer_rapper"];

for (const role of [...UPLOADERS, "rapper", "listener"] as const) {
  test(`shows a ${role} only what the role may do in the phone menu`, async ({
    join,
    openAs,
  }) => {
    const person = await join(role);
    const page = await openAs(person);
    await page.goto("/home");
    await page.getByRole("button", { name: "Open menu" }).tap();
    const menu = page.getByRole("navigation", { name: MENU });
    await expect(menu.getByRole("listitem")).toHaveText([
      "Home",
      "Find Artists",
      "Contact Us",
      ...(UPLOADERS.includes(role) ? ["Upload Beat"] : []),
      "Profile",
      "Account",
      "Sign Out",
    ]);
    await menu.getByRole("link", { name: "Profile" }).tap();
    await expect(page).toHaveURL(`/profile/${person.userId}`);
  });
}

test("makes every control in the bar large enough for a thumb, and links in a line of text", async ({
  join,
  openAs,
  producer,
}) => {
  const page = await openAs(await join("producer_rapper"));
  for (const path of ["/home", "/search", "/upload", "/contact"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, nav a")]
        .filter((control) => control.checkVisibility())
        .map((control) => ({
          control: control.outerHTML.slice(0, 80),
          height: control.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height > 2 && height < 44),
    );
    expect(small).toEqual([]);
  }
  const beat = await makeBeat(producer, { terms: "ask" });
  await page.goto(`/beats/${beat.id}`);
  const main = page.getByRole("main");
  for (const name of [producer.username, `Ask ${producer.username}`]) {
    const link = main.getByRole("link", { name, exact: true });
    const { height } = (await link.boundingBox()) ?? { height: NaN };
    expect(height).toBeLessThan(30); // the larger touch area does not make the line higher
    expect(await link.evaluate(isHitNearby)).toEqual([true, true]);
  }
});

/** Runs in the page. Returns whether a thumb hits a link 20 px above and below its middle. */
function isHitNearby(link: Element): boolean[] {
  link.scrollIntoView({ block: "center" });
  const { left, top, width, height } = link.getBoundingClientRect();
  return [-20, 20].map((offset) =>
    link.contains(
      document.elementFromPoint(left + width / 2, top + height / 2 + offset),
    ),
  );
}
