import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { newDetails } from "./people.ts";
import { test } from "./story.ts";

const tail = () => newDetails("rapper").username.slice(-8);
const names = [
  { what: "long words", username: "W".repeat(22), title: "M".repeat(40) },
  {
    what: "Devanagari",
    username: "क्षत्रियमहाराष्ट्रज्ञ".slice(0, 20),
    title: "बारिशकीरातोंमेंभीगतीहुईगलियोंकाधीमाशोर",
  },
  {
    what: "emoji",
    username: "ThreeTracksOfMonsoonX".slice(0, 20),
    title: "🔥👨‍👩‍👧‍👦🎤🇮🇳".repeat(4),
  },
];

for (const { what, username, title } of names) {
  test(`keeps every page within the screen with ${what} as names`, async ({
    join,
    openAs,
  }) => {
    test.slow();
    const person = await join("producer_rapper", {
      username: `${username}${tail()}`,
      state: "Jammu and Kashmir",
    });
    const beat = await makeBeat(person, {
      title,
      tags: ["t".repeat(30), [...title].slice(0, 12).join("")],
    });
    const page = await openAs(person);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      // The newest verse is on the first page, whatever other tests create.
      await makeVerse(person, beat.id);
      for (const path of [
        "/home?tab=verses",
        `/home?state=${encodeURIComponent(person.state)}`,
        `/beats/${beat.id}`,
        `/profile/${person.userId}`,
        `/search?q=${encodeURIComponent(person.username)}`,
      ]) {
        await test.step(`${path} at ${width}`, async () => {
          await page.goto(path);
          await expect(
            page.getByText(person.username).or(page.getByText(title)).first(),
          ).toBeVisible();
          await expectNoOverflow(page);
        });
      }
      await test.step(`dialogs and player at ${width}`, async () => {
        await page.goto(`/beats/${beat.id}`);
        await page
          .getByRole("button", { name: `Play ${title}`, exact: true })
          .click();
        await expectNoOverflow(page);
        for (const button of ["Delete beat", "Record verse"]) {
          await page.getByRole("button", { name: button, exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await expectNoOverflow(page);
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toHaveCount(0);
        }
      });
    }
  });
}

/**
 * Expects that neither the page nor any control extends beyond the sides of the
 * screen.
 */
async function expectNoOverflow(page: Page): Promise<void> {
  await expect(async () => {
    const outside = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      const controls = document.querySelectorAll(
        "h1, h2, a, button, article, [role='dialog'] *",
      );
      const sticking = [...controls].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isShown = width > 1 && getComputedStyle(element).opacity !== "0";
        return isShown && (left < -1 || right > clientWidth + 1);
      });
      return {
        tooWide: scrollWidth - clientWidth,
        sticking: sticking.map((element) => element.outerHTML.slice(0, 90)),
      };
    });
    expect(outside).toEqual({ tooWide: 0, sticking: [] });
  }).toPass({ timeout: 10_000 });
}
