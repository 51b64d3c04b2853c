import { expect } from "@playwright/test";
import { CALM } from "./calm.ts";
import { moveOnPress } from "./moveOnPress.ts";
import { test } from "./story.ts";

test.use({ contextOptions: { ...CALM, hasTouch: true } });

for (const how of ["mouse", "finger"] as const)
  test(`a press with a ${how} counts for the key on which it began, although the page moves`, async ({
    beat,
    rapperPage: page,
  }) => {
    await page.goto(`/beats/${beat.id}`);
    const key = page.getByRole("button", { name: "Record verse" });
    await key.scrollIntoViewIfNeeded();
    await page.evaluate(moveOnPress);
    const box = await key.boundingBox();
    if (box === null) throw new Error("The key is not there.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Does not use `key.click()`, which would notice that the key moves, and press again.
    if (how === "mouse") await page.mouse.click(x, y);
    else await page.touchscreen.tap(x, y);
    await expect(page.getByRole("dialog")).toBeVisible();
  });
