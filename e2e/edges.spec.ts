import { type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { newDetails } from "./people.ts";
import { openRecorder } from "./screens.ts";
import { test } from "./story.ts";

/** No other story creates beats of this genre, so its first three stay in the list. */
const GENRE = "Lo-Fi";

const WIDTHS = [320, 360, 390, 768, 1024, 1440, 1920];

test("header and content share their edges at every width", async ({
  join,
  openAs,
}) => {
  test.slow();
  const person = await join("producer_rapper");
  const beat = await makeBeat(person);
  const guest = await openAs(null);
  const page = await openAs(person);
  for (const width of WIDTHS) {
    await guest.setViewportSize({ width, height: 900 });
    await page.setViewportSize({ width, height: 900 });
    await expectSameEdges(guest, "/", "main h2");
    for (const path of [
      "/home",
      "/search",
      `/beats/${beat.id}`,
      `/profile/${person.userId}`,
    ])
      await expectSameEdges(page, path, "main > :first-child");
  }
});

test("names are shown as their owners spell them", async ({ join, openAs }) => {
  const tail = newDetails("producer").username.slice(-8);
  const username = `dJ_Aashvi_${tail}`;
  const title = "iLayaNila lo-fi Éclair";
  const person = await join("producer_rapper", { username });
  const beat = await makeBeat(person, { title, genre: GENRE });
  const page = await openAs(person);
  for (const path of [
    `/home?genre=${GENRE}`,
    `/beats/${beat.id}`,
    `/profile/${person.userId}`,
    `/search?q=${username}`,
  ]) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(
      main.getByText(username, { exact: true }).first(),
    ).toBeVisible();
    // `innerText` is the text as painted, with the capitals that a style makes.
    expect(await main.innerText()).toContain(username);
    if (path.startsWith("/beats/")) {
      expect(await main.getByRole("heading", { level: 1 }).innerText()).toBe(
        title,
      );
    }
    expect(await capitals(page, [username, title])).toEqual([]);
  }
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await expect(dialog.getByRole("heading").first()).toContainText(title);
  expect(await dialog.innerText()).toContain(title);
  expect(await capitals(page, [username, title])).toEqual([]);
});

/** Returns the elements that contain one of the names but paint it in other letters. */
function capitals(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      const content = text.textContent ?? "";
      if (!holder || !wanted.some((name) => content.includes(name))) continue;
      if (getComputedStyle(holder).textTransform !== "none")
        found.push(holder.outerHTML.slice(0, 120));
    }
    return found;
  }, names);
}

/**
 * Compares the logo's disc and the icon of the last button in the header, as drawn, with the sides
 * of the content.
 */
async function expectSameEdges(
  page: Page,
  path: string,
  content: string,
): Promise<void> {
  await test.step(`${path} at ${String(page.viewportSize()?.width)}`, async () => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(async () => {
      const edges = await page.evaluate((selector) => {
        const box = (element: Element | null | undefined) =>
          element?.getBoundingClientRect();
        const visible = (all: Iterable<Element>) =>
          [...all].filter((element) => element.checkVisibility());
        const header = visible(document.querySelectorAll("body header"))[0];
        const buttons = visible(header?.querySelectorAll("button") ?? []);
        const inside = box(visible(document.querySelectorAll(selector))[0]);
        return {
          header: [
            box(header?.querySelector("svg"))?.left,
            box(buttons.at(-1)?.firstElementChild)?.right,
          ],
          content: [inside?.left, inside?.right],
          sticksOut: document.documentElement.scrollWidth > innerWidth,
        };
      }, content);
      expect(edges.header).toEqual(edges.content);
      expect(edges.sticksOut).toBe(false);
    }).toPass({ timeout: 60_000 });
  });
}
