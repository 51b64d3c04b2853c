import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import type { Person } from "./people.ts";
import { test } from "./story.ts";

// Enough for every control of the longest page here.
const MOST_TABS = 60;

test("a listener signs in, plays a beat and votes without a mouse", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer", { state: "Sikkim" }));
  const page = await openAs(null);
  await signInByKeys(page, await join("listener"));

  await test.step("the first Tab of a page skips the navigation bar", async () => {
    // Beats of other stories would come in and take the focus along.
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
  await tabTo(page, page.getByRole("button", { name: `Play ${beat.title}` }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Now playing" })).toBeVisible();

  const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
  await tabTo(page, vote);
  await page.keyboard.press("Enter");
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(vote).toBeFocused();
});

test("a rapper opens and leaves the recorder without a mouse, and is back where it was", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
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
  await expect(dialog.getByText("0:01")).toBeVisible();
  await tabTo(page, dialog.getByRole("button", { name: "Stop recording" }));
  await page.keyboard.press("Space");
  await tabTo(page, dialog.getByRole("button", { name: "Play preview" }));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test("dialogs keep the focus inside and give it back", async ({
  join,
  openAs,
}) => {
  test.slow();
  const producer = await join("producer");
  const beat = await makeBeat(producer);
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

/** Tab until it is reached; whatever has the focus on the way can be seen to have it. */
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

/** Runs in the page: an outline or a border of another colour than without the focus. */
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
