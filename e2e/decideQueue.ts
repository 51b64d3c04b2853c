/** Decides a whole queue as a practised moderator does: with the keyboard alone. */
import { expect, type Page } from "@playwright/test";

export interface QueueDecided {
  readonly cases: number;
  readonly decisions: number;
  readonly presses: number;
  /** How often the page went to another address or reloaded. */
  readonly pageChanges: number;
  readonly ms: number;
}

/** The keys to press for reports, in turn. Suspending takes a second key, for how long. */
const REPORT_KEYS = [["d"], ["w"], ["d"], ["r"], ["d"], ["s", "7"]];
const APPEAL_KEYS = [["g"], ["d"]];
const NOTHING_LEFT = "Nothing is waiting.";

/**
 * Decides every case on an open /moderation, and waits each time for the next
 * one to be on the screen. Cases of the same item close together.
 */
export async function decideQueue(page: Page): Promise<QueueDecided> {
  const cases = await page
    .getByRole("region", { name: "Queue" })
    .getByRole("listitem")
    .count();
  let pageChanges = 0;
  page.on("framenavigated", () => pageChanges++);
  const startedAtMs = performance.now();
  let decisions = 0;
  let presses = 0;
  for (let shown = await caseOn(page); shown; decisions++) {
    const keys = keysFor(shown, decisions);
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
    shown = await nextCase(page, shown);
  }
  const ms = performance.now() - startedAtMs;
  return { cases, decisions, presses, pageChanges, ms };
}

interface ShownCase {
  readonly number: string;
  readonly isAppeal: boolean;
}

function keysFor({ isAppeal }: ShownCase, n: number): readonly string[] {
  const keys = isAppeal ? APPEAL_KEYS : REPORT_KEYS;
  return keys[n % keys.length] ?? ["d"];
}

/** Waits until another case is on the screen, or none is left. */
async function nextCase(page: Page, before: ShownCase) {
  await expect(page.getByRole("main")).not.toContainText(
    `No. ${before.number}`,
  );
  return caseOn(page);
}

/** Returns the case on the screen; null if the queue is empty. */
async function caseOn(page: Page): Promise<ShownCase | null> {
  const article = page.getByRole("article").first();
  await expect(article.or(page.getByText(NOTHING_LEFT))).toBeVisible();
  if (await page.getByText(NOTHING_LEFT).isVisible()) return null;
  const text = await article.innerText();
  const number = /No\. ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1];
  if (number === undefined) throw new Error(`No number in: ${text}`);
  return { number, isAppeal: /^Appeal:/m.test(text) };
}
