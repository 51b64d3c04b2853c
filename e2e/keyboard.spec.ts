import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import type { Person } from "./people.ts";
import { recordedAtLeast } from "./screens.ts";
import { test } from "./story.ts";

// More than the number of controls on any page here.
const MOST_TABS = 60;

test("lets a listener sign in, play a beat and vote by keyboard @core", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer", { state: "Sikkim" }));
  const page = await openAs(null);
  await signInByKeys(page, await join("listener"));

  await test.step("the first Tab on a page skips the navigation bar", async () => {
    // Filters by state, because new beats from other tests would move the
    // focus.
    await page.goto("/home?state=Sikkim");
    await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(
      page.getByRole("link", { name: "Skip to content" }),
    ).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await tabTo(page, page.getByRole("link", { name: beat.title }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/beats/${beat.id}`);
  // The heading takes the focus, perhaps after the page has appeared.
  await expect(
    page.getByRole("heading", { level: 1, name: beat.title }),
  ).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: `Play ${beat.title}` }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Now playing" })).toBeVisible();

  const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
  await tabTo(page, vote);
  await page.keyboard.press("Enter");
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(vote).toBeFocused();
});

test("lets a rapper use the recorder by keyboard and restores focus afterwards", async ({
  join,
  openAs,
  beat,
}) => {
  test.slow();
  const page = await openAs(null);
  await signInByKeys(page, await join("rapper"));
  await page.goto(`/beats/${beat.id}`);
  const open = page.getByRole("button", { name: "Record verse" });
  await expect(open).toBeVisible();
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByRole("button", { name: "Start recording" }));
  await page.keyboard.press("Space");
  await tabTo(page, dialog.getByRole("button", { name: "Skip" }));
  await page.keyboard.press("Space");
  await recordedAtLeast(dialog, 1);
  await tabTo(page, dialog.getByRole("button", { name: "Stop recording" }));
  await page.keyboard.press("Space");
  await tabTo(page, dialog.getByRole("button", { name: "Play preview" }));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test("keeps focus inside dialogs and returns it on close", async ({
  openAs,
  producer,
  beat,
}) => {
  test.slow();
  const page = await openAs(producer);
  for (const { path, button } of [
    { path: `/beats/${beat.id}`, button: "Delete beat" },
    { path: `/profile/${producer.userId}`, button: "Edit" },
  ]) {
    await page.goto(path);
    const open = page.getByRole("button", { name: button, exact: true });
    await expect(open).toBeVisible();
    await tabTo(page, open);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  }
});

async function signInByKeys(page: Page, person: Person): Promise<void> {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByRole("textbox", { name: "Password" }));
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/home");
}

/**
 * Presses Tab until the target has focus. Expects a visible focus indicator at
 * every step.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < MOST_TABS; i++) {
    if (await target.evaluate((element) => element === document.activeElement))
      return;
    await page.keyboard.press("Tab");
    expect(await page.evaluate(isFocusShown)).toBe(true);
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

/**
 * Runs in the page. Compares outline, shadow and border with and without focus.
 */
function isFocusShown(): boolean {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return true;
  const shown = (of: Element) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } =
      getComputedStyle(of);
    return `${outlineStyle} ${outlineWidth} ${boxShadow} ${borderColor}`;
  };
  const around = [element, element.parentElement ?? element];
  const focused = around.map(shown);
  element.blur();
  const plain = around.map(shown);
  element.focus();
  return focused.some((look, i) => look !== plain[i]);
}
