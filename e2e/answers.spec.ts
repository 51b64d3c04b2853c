import { type Page, expect } from "@playwright/test";
import { answerQuestions } from "./answerQuestions.ts";
import { deleteVerse, makeVerse } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { expectSent, makeTake } from "./screens.ts";
import { test } from "./story.ts";

test("an answer is recorded after the end of the verse, survives a reload, and shows in both browsers", async ({
  openAs,
  join,
  beat,
  rapper,
  rapperPage,
}) => {
  test.slow();
  await makeVerse(rapper, beat.id);
  await rapperPage.goto(`/beats/${beat.id}`);
  const answering = await join("rapper");
  const page = await openAs(answering);
  answerQuestions(page);
  await page.goto("/home?tab=verses");
  await page
    .getByRole("link", { name: `Answer the verse by ${rapper.username}` })
    .click();

  const dialog = page.getByRole("dialog");
  const who = dialog.getByText(`Answering ${rapper.username}`);
  await expect(who).toBeVisible();
  await expect(page).toHaveURL(`/beats/${beat.id}`);
  await expect(
    dialog.getByRole("switch", { name: "Hear the end of their verse first" }),
  ).toBeChecked();
  await expectAccessible(page);
  await makeTake(dialog, 1);
  await expect(who).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Recover take" }).click();
  await expect(who).toBeVisible();
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await expectSent(page);

  const card = page.getByRole("article", { name: answering.username });
  const answered = page.getByRole("article", { name: rapper.username });
  await expect(
    card.getByRole("link", { name: `answers ${rapper.username}` }),
  ).toBeVisible();
  await expect(answered.getByRole("link", { name: "1 answer" })).toBeVisible();
  await expect(
    rapperPage
      .getByRole("article", { name: answering.username })
      .getByRole("link", { name: `answers ${rapper.username}` }),
  ).toBeVisible();
});

interface Start {
  readonly at: number;
  readonly offset: number;
}

declare global {
  interface Window {
    /** The sounds that the page has scheduled on its audio clock. */
    starts: Start[];
  }
}

/** Runs in the page before the app: notes when sounds are scheduled. */
function noteStarts(): void {
  window.starts = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its source
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (at = 0, offset = 0) {
    window.starts.push({ at, offset });
    start.call(this, at, offset);
  };
}

const BAR_SECONDS = (4 * 60) / 97;
/** Where the first bar starts in the file of each verse. */
const PLACED_MS = [0, 40, 20];

test("a chain is shown in order and plays from bar line to bar line", async ({
  openAs,
  join,
  beat,
  rapper,
}) => {
  const other = await join("rapper");
  const ids: string[] = [];
  for (const [index, atMs] of PLACED_MS.entries()) {
    const answersId = ids.at(-1);
    const endMs = atMs + 1_000 * BAR_SECONDS;
    const section = { startBar: 1 + index, bars: 1, atMs, endMs };
    const place = { section, ...(answersId && { answersId }) };
    const by = index % 2 === 0 ? rapper : other;
    ids.push(await makeVerse(by, beat.id, place));
  }
  const alone = await makeVerse(other, beat.id);

  const page = await openAs(await join("listener"));
  await page.addInitScript(noteStarts);
  await page.goto(`/beats/${beat.id}`);
  const orderOf = () =>
    page
      .getByRole("region", { name: "Verses" })
      .getByRole("article")
      .evaluateAll((cards) => cards.map(({ id }) => id.slice(6)));
  await expect.poll(orderOf).toEqual([alone, ...ids.toReversed()]);
  await page.getByRole("combobox", { name: "Order" }).selectOption("In order");
  await expect(page).toHaveURL(`/beats/${beat.id}?order=chain`);
  await expect.poll(orderOf).toEqual([...ids, alone]);
  await page.reload();
  await expect.poll(orderOf).toEqual([...ids, alone]);

  const order = page.getByRole("combobox", { name: "Order" });
  await order.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Play all" }).click();
  const player = page.getByRole("region", { name: "Now playing" });
  await expect(player.getByText("1 of 4")).toBeVisible();
  // Each verse is over after 2.5 s, so on a busy machine a press from outside the page can come too
  // late.
  await pressAt(page, "3 of 4", "Previous track");
  await pressAt(page, "2 of 4", "Next track");
  await expect(player.getByText("3 of 4")).toBeVisible();
  await expectJoins(page);
  const card = page.getByRole("article", { name: other.username }).first();
  await card.getByRole("button", { name: /^Loop / }).click();
  await card.getByRole("button", { name: /^Play / }).click();
  await expect(player.getByText("2 of 4")).toBeVisible();

  // Playback goes on to the next verse when the playing one is deleted, even if that one was on
  // loop.
  await deleteVerse(other, ids[1] ?? "");
  await expect(player.getByText("3 of 4")).toBeVisible();
  await expect(page.getByText("not here any more")).toBeVisible();
});

/** Presses a key of the player as soon as the player shows a place in the list. */
async function pressAt(page: Page, place: string, name: string) {
  const press = ([shown, label]: readonly [string, string]) => {
    const player = document.querySelector("[aria-label='Now playing']");
    const key = player?.querySelector<HTMLElement>(`[aria-label='${label}']`);
    if (!key || !player?.textContent.includes(shown)) return false;
    key.click();
    return true;
  };
  await page.waitForFunction(press, [place, name] as const);
}

/** Expects that the first three verses met on their bar lines. */
async function expectJoins(page: Page): Promise<void> {
  const starts = await page.evaluate(() => window.starts.slice(0, 3));
  const bars = starts.map(
    ({ at, offset }, index) => at - offset + (PLACED_MS[index] ?? 0) / 1000,
  );
  expect(bars).toHaveLength(3);
  for (const [index, bar] of bars.slice(1).entries()) {
    const errorMs = 1000 * (bar - (bars[index] ?? 0) - BAR_SECONDS);
    test
      .info()
      .annotations.push({ type: "measured", description: `${errorMs} ms` });
    expect(Math.abs(errorMs)).toBeLessThanOrEqual(20);
  }
}
