import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse, voteForBeat } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { sumLayoutShifts } from "./layoutShift.ts";
import type { Role } from "./people.ts";
import { test } from "./story.ts";

const noteOn = (page: Page) =>
  page.getByRole("note").filter({ hasText: "Start here" });

const STEPS: readonly [Role, string, string][] = [
  ["producer", "Upload a beat", "/upload"],
  ["rapper", "Pick a beat", "/home#beats"],
  ["listener", "Listen", "/fresh"],
];

for (const [role, key, place] of STEPS)
  test(`tells a new ${role} what to do first, until it is done @core`, async ({
    beat,
    join,
    openAs,
  }) => {
    const person = await join(role);
    const page = await openAs(person);
    await page.goto("/home");
    await noteOn(page).getByRole("link", { name: key }).click();
    await expect(page).toHaveURL(place);
    await page.goto("/home");
    await expect(noteOn(page)).toBeVisible();
    await expectAccessible(page);
    if (role === "producer") await makeBeat(person);
    if (role === "rapper") await makeVerse(person, beat.id);
    if (role === "listener") await voteForBeat(person, beat.id);
    await expect(noteOn(page)).toHaveCount(0);
  });

test("says it no more in this browser once it is dismissed, and moves nothing", async ({
  beat,
  openAs,
  join,
}) => {
  const page = await openAs(await join("rapper"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(sumLayoutShifts);
  const shown = page.getByRole("article").first();
  const shift = async () => {
    await expect(shown).toBeVisible();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return page.evaluate(() => window.layoutShift);
  };
  expect(beat.title).not.toBe("");
  await page.goto("/home");
  await expect(noteOn(page)).toBeVisible();
  expect(await shift()).toBeLessThan(0.02);
  await noteOn(page).getByRole("button", { name: "Close" }).click();
  await expect(noteOn(page)).toHaveCount(0);
  await page.reload();
  expect(await shift()).toBeLessThan(0.02);
  await expect(noteOn(page)).toHaveCount(0);
});
