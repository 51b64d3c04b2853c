import { type Locator, expect } from "@playwright/test";
import {
  recordedAtLeast,
  openRecorder,
  startTake,
  openMore,
} from "./screens.ts";
import { test } from "./story.ts";

test.use({ contextOptions: { forcedColors: "active" } });

test("gives the recorder's controls visible edges and states in forced colours", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  const on = dialog.getByRole("switch", { name: "I am wearing headphones" });
  const off = dialog.getByRole("switch", { name: "Count-in" });
  await expect(on).toBeChecked();
  await expect(off).not.toBeChecked();

  expect(await borderOf(trackOf(off))).toBe("2px solid");
  expect(await borderOf(trackOf(on))).toBe("2px solid");
  await expect
    .poll(() => backgroundOf(trackOf(on)))
    .not.toBe(await backgroundOf(trackOf(off)));

  await startTake(dialog);
  await recordedAtLeast(dialog, 1);
  const meter = dialog.getByRole("meter");
  expect(await borderOf(meter)).toBe("1px solid");
  expect(await backgroundOf(meter)).toBe(
    await backgroundOf(page.locator("body")),
  );

  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await openMore(dialog);
  const tracks = dialog.locator(".mantine-Slider-track");
  await expect(tracks).toHaveCount(3);
  for (const slider of await tracks.all()) {
    expect(await borderOf(slider, "::before")).toBe("1px solid");
  }
});

test("shows selected and unselected items differently in forced colours", async ({
  listenerPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/home");
  const chosen = page.getByRole("tab", { name: "Beats" });
  const other = page.getByRole("tab", { name: "Verses" });
  await expect(chosen).toHaveAttribute("aria-selected", "true");
  expect(await colorOf(chosen, "borderBottomColor")).not.toBe(
    await colorOf(other, "borderBottomColor"),
  );

  const menu = page.getByRole("button", { name: "Open menu" });
  const lines = menu.locator(".mantine-Burger-burger");
  expect(await backgroundOf(lines)).not.toBe(
    await backgroundOf(page.locator("body")),
  );
  await menu.click();
  const links = page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link");
  const here = links.and(page.locator("[aria-current=page]"));
  expect(await backgroundOf(here)).not.toBe(
    await backgroundOf(links.filter({ hasText: "Find Artists" })),
  );
});

/**
 * Returns the visible part of a switch. Mantine places it next to the actual
 * control.
 */
function trackOf(control: Locator): Locator {
  return control.locator("xpath=..").locator(".mantine-Switch-track");
}

function borderOf(element: Locator, part?: string): Promise<string> {
  return element.evaluate((node, pseudo) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(node, pseudo);
    return `${borderTopWidth} ${borderTopStyle}`;
  }, part);
}

function backgroundOf(element: Locator): Promise<string> {
  return colorOf(element, "backgroundColor");
}

function colorOf(
  element: Locator,
  property: "backgroundColor" | "borderBottomColor",
): Promise<string> {
  return element.evaluate(
    (node, name) => getComputedStyle(node)[name],
    property,
  );
}
