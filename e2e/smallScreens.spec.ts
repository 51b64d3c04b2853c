import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { recordedAtLeast } from "./screens.ts";
import { test } from "./story.ts";

const TEXTS = {
  "en-IN": {
    open: "Record verse",
    start: "Start recording",
    skip: "Skip",
    stop: "Stop recording",
    ready: "Your take is ready",
    play: "Play preview",
    close: "Close",
    write: "Write words",
    words: "Your words",
  },
  "hi-IN": {
    open: "वर्स रिकॉर्ड करें",
    start: "रिकॉर्डिंग शुरू करें",
    skip: "छोड़ें",
    stop: "रिकॉर्डिंग रोकें",
    ready: "आपका टेक तैयार है",
    play: "प्रीव्यू चलाएँ",
    close: "बंद करें",
    write: "बोल लिखें",
    words: "आपके बोल",
  },
} as const;

/** 640 by 400 is a laptop at 200 % zoom. */
const SCREENS = [
  { locale: "en-IN", width: 640, height: 400 },
  { locale: "en-IN", width: 360, height: 640 },
  { locale: "hi-IN", width: 390, height: 844 },
  { locale: "hi-IN", width: 320, height: 568 },
] as const;

for (const { locale, ...viewport } of SCREENS) {
  test.describe(`at ${viewport.width} by ${viewport.height} in ${locale}`, () => {
    test.use({ locale, contextOptions: { colorScheme: "dark", viewport } });

    test("shows the recorder without overlaps", async ({ join, openAs }) => {
      test.slow();
      const texts = TEXTS[locale];
      const title = "बारिश की रातों में भीगती गली का शोर";
      const beat = await makeBeat(await join("producer"), { title });
      const page = await openAs(await join("rapper"));
      await page.goto(`/beats/${beat.id}`);
      await page.getByRole("button", { name: texts.open, exact: true }).click();
      const dialog = page.getByRole("dialog");
      const start = dialog.getByRole("button", { name: texts.start });
      await expect(start).toBeVisible();
      await expectApart(dialog, texts.close);
      await expect(start).toBeFocused();
      await dialog.locator("summary").first().click();
      await expectBeatAndKey(page, dialog, start);
      await dialog.getByRole("button", { name: texts.write }).click();
      await dialog
        .getByRole("textbox", { name: texts.words })
        .fill("पहली लाइन गली से\nदूसरी लाइन बीट पे\nतीसरी लाइन दिल की");

      await start.click();
      const skip = dialog.getByRole("button", { name: texts.skip });
      await expectInSight(dialog, [
        ...[dialog.getByRole("switch"), dialog.getByRole("progressbar"), skip],
      ]);
      await expectWholeLabels(dialog);
      await skip.click();
      const stop = dialog.getByRole("button", { name: texts.stop });
      await expect(stop).toBeVisible();
      await expectInSight(dialog, [
        ...[dialog.getByRole("timer"), dialog.getByRole("meter")],
        ...[dialog.locator("[aria-current]"), dialog.locator("canvas"), stop],
      ]);
      await recordedAtLeast(dialog, 2);
      await stop.click();
      await expectInSight(dialog, [
        ...[dialog.getByText(texts.ready)],
        ...[dialog.getByRole("button", { name: texts.play })],
      ]);
      await expectWholeLabels(dialog);
    });

    test("keeps every page within the screen and shows every label in full", async ({
      openAs,
      artist: { person, beat },
    }) => {
      test.slow();
      const guest = await openAs(null);
      for (const path of ["/", "/login", "/signup"]) {
        await expectWholePage(guest, path);
      }
      const page = await openAs(person);
      for (const path of [
        "/home",
        "/upload",
        "/search",
        `/beats/${beat.id}`,
        `/profile/${person.userId}`,
      ]) {
        await expectWholePage(page, path);
      }
    });
  });
}

async function expectApart(dialog: Locator, closeName: string): Promise<void> {
  const heading = dialog.getByRole("heading").first();
  const words = await heading.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return Math.max(...[...range.getClientRects()].map((box) => box.right));
  });
  const close = await boxOf(dialog.getByRole("button", { name: closeName }));
  expect(words).toBeLessThanOrEqual(close.x);
  // Firefox paints the scrollbar white by default.
  expect(
    await dialog.evaluate((node) => getComputedStyle(node).scrollbarColor),
  ).not.toBe("auto");
}

/**
 * Expects that the beat and the button are fully visible at every scroll
 * position, and that nothing covers the button.
 */
async function expectBeatAndKey(
  page: Page,
  dialog: Locator,
  key: Locator,
): Promise<void> {
  const controls = dialog.locator("select, [role=switch]");
  await expect.poll(() => controls.count()).toBeGreaterThan(2);
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded();
    const beat = await boxOf(dialog.locator("canvas"));
    const pressed = await boxOf(key);
    expect(isApart(beat, pressed)).toBe(true);
    for (const box of [beat, pressed]) {
      const points = [
        [box.x + 4, box.y + box.height / 2],
        [box.x + box.width / 2, box.y + 4],
        [box.x + box.width / 2, box.y + box.height - 4],
      ];
      const seen = await page.evaluate(
        (at) =>
          at.map(([x = 0, y = 0]) => {
            const top = document.elementFromPoint(x, y);
            return top?.closest("canvas, button")?.tagName;
          }),
        points,
      );
      const name = box === beat ? "CANVAS" : "BUTTON";
      expect(seen).toEqual([name, name, name]);
    }
  }
}

/** Expects that each element is fully visible without scrolling, and that nothing covers it. */
async function expectInSight(
  dialog: Locator,
  elements: readonly Locator[],
): Promise<void> {
  await expect.poll(() => dialog.evaluate((node) => node.scrollTop)).toBe(0);
  for (const element of elements) {
    await expect(element.first()).toBeInViewport({ ratio: 1 });
    // The words move with the beat, so they are measured where they are looked for.
    const isOnTop = () =>
      element.first().evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const isTop = (part: number) => {
          const top = document.elementFromPoint(x + width / 2, y + part);
          return node.contains(top) || (top?.contains(node) ?? false);
        };
        return isTop(height / 2) && isTop(height - 2);
      });
    await expect.poll(isOnTop, { message: element.toString() }).toBe(true);
  }
}

async function expectWholePage(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectWholeLabels(page.locator("body"));
    const sticking = await page.evaluate(() => {
      const { clientWidth } = document.documentElement;
      const controls = document.querySelectorAll("a, button, input, select");
      /**
       * Returns whether the control is in a row that scrolls sideways and lies within the screen.
       */
      const isInRow = (control: Element): boolean => {
        const { parentElement: parent } = control;
        if (parent === null || parent === document.body) return false;
        const { right } = parent.getBoundingClientRect();
        const isRow = /auto|scroll/.test(getComputedStyle(parent).overflowX);
        return (isRow && right <= clientWidth + 1) || isInRow(parent);
      };
      return (
        [...controls]
          // File inputs are hidden behind their label.
          .filter((control) => !control.closest(".mantine-VisuallyHidden-root"))
          .filter((control) => control.checkVisibility())
          .filter((control) => !isInRow(control))
          .filter((control) => {
            const { width, right } = control.getBoundingClientRect();
            return width > 1 && right > clientWidth + 1;
          })
          .map((control) => control.outerHTML.slice(0, 90))
      );
    });
    expect(sticking).toEqual([]);
  });
}

/**
 * Expects no truncated button labels. Buttons cut off text that does not fit.
 */
async function expectWholeLabels(within: Locator): Promise<void> {
  await expect(async () => {
    const cut = await within.evaluate((node) =>
      [...node.querySelectorAll(".mantine-Button-label")]
        .filter((label) => label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    );
    expect(cut).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isApart(a: Box, b: Box): boolean {
  return (
    a.x + a.width <= b.x ||
    b.x + b.width <= a.x ||
    a.y + a.height <= b.y ||
    b.y + b.height <= a.y
  );
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`Not shown: ${element.toString()}`);
  return box;
}
