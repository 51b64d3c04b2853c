import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { test } from "./story.ts";

test.use({
  contextOptions: { viewport: { width: 390, height: 480 }, hasTouch: true },
});

test("a finger on a waveform scrolls without playing, and seeks with a drag or a tap", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"), {
    file: "beat-97bpm-pcm16-stereo-44k.wav",
  });
  const page = await openAs(await join("listener"));
  await page.goto(`/beats/${beat.id}`);
  const wave = page.getByRole("slider", { name: `Position in ${beat.title}` });
  const pause = page
    .getByRole("main")
    .getByRole("button", { name: `Pause ${beat.title}` });
  const scrolled = () => page.evaluate(() => window.scrollY);

  await test.step("a swipe scrolls and plays nothing", async () => {
    await wave.scrollIntoViewIfNeeded();
    const before = await scrolled();
    await swipe(page, await middleOf(wave), { x: 0, y: -15 });
    await expect.poll(scrolled).toBeGreaterThan(before);
    await expect(page.getByRole("region", { name: "Now playing" })).toHaveCount(
      0,
    );
  });

  await test.step("a drag to the side plays from where it ends", async () => {
    await wave.scrollIntoViewIfNeeded();
    await swipe(page, await middleOf(wave), { x: 4, y: 0 });
    await expect(pause).toBeVisible();
    await pause.click();
  });

  await test.step("a tap moves to its place", async () => {
    const { x, y } = await middleOf(wave);
    await page.touchscreen.tap(x, y);
    await expect(wave).toHaveAttribute("aria-valuenow", "9");
  });
});

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves one finger in twelve steps. */
async function swipe(page: Page, from: Point, step: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [at] : [],
    });
  await touch("touchStart", from);
  for (let count = 1; count <= 12; count++) {
    await touch("touchMove", {
      x: from.x + count * step.x,
      y: from.y + count * step.y,
    });
  }
  await touch("touchEnd");
  await session.detach();
}
