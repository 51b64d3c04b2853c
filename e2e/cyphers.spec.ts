import { type Page, expect } from "@playwright/test";
import { passMic } from "../tools/demo/publishFunctions.ts";
import { answerQuestions } from "./answerQuestions.ts";
import { makeBeat, makeCypher } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { endCypher, expectSent, startTake } from "./screens.ts";
import { test } from "./story.ts";

/** The fastest tempo. A cypher has at least eight bars, which take the least time at this tempo. */
const BPM = 300;

test("two rappers play a slow cypher; a take that comes too late is kept and becomes an answer", async ({
  openAs,
  join,
  producer,
  rapper,
  rapperPage,
}) => {
  test.slow();
  const beat = await makeBeat(producer, { bpm: BPM });
  answerQuestions(rapperPage);
  await rapperPage.goto(`/beats/${beat.id}`);
  await rapperPage.getByRole("button", { name: "Start a cypher" }).click();
  const start = rapperPage.getByRole("dialog");
  await expectAccessible(rapperPage);
  await start
    .getByRole("combobox", { name: "Bars for each verse" })
    .selectOption("8 bars");
  await start.getByRole("button", { name: "Start a cypher" }).click();
  await expect(rapperPage).toHaveURL(/\/cyphers\/\w+$/);
  const path = new URL(rapperPage.url()).pathname;
  await expect(rapperPage.getByText("The mic is free.")).toBeVisible();
  await expectAccessible(rapperPage);

  // The other rapper comes through the link on /home.
  const other = await join("rapper");
  const page = await openAs(other);
  answerQuestions(page);
  await page.goto("/home");
  const line = page.getByRole("link", { name: `Cypher on "${beat.title}"` });
  await expect(line).toHaveText(/the mic is free$/);
  const fresh = page.getByRole("link", { name: "Fresh ears", exact: true });
  await expect(fresh).toHaveAttribute("href", "/fresh");
  await line.click();
  await expect(page).toHaveURL(path);

  await rapperPage.getByRole("button", { name: "Take the mic" }).click();
  await expect(
    rapperPage.getByText(/^The mic is yours until .*: 8 bars\.$/),
  ).toBeVisible();
  const held = page.getByText(`${rapper.username} has the mic until`);
  await expect(held).toBeVisible();
  await page.getByRole("button", { name: "Tell me when it is free" }).click();
  await expect(page.getByText("Your bell rings once")).toBeVisible();
  const byMail = page.getByRole("switch", { name: "By mail too" });
  await byMail.click();
  await expect(byMail).toBeChecked();

  await recordTurn(rapperPage, "8 bars from bar 1.");
  await expectSent(rapperPage);
  await expect(page.getByText("The mic is free.")).toBeVisible();
  const chain = page.getByRole("region", { name: "The chain" });
  await expect(
    chain.getByRole("article", { name: rapper.username }),
  ).toContainText("from a cypher");
  await expect(
    rapperPage.getByText("You had the last verse. Somebody else goes first."),
  ).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Bell, 1 new" }).first(),
  ).toBeVisible();

  // The second turn is given up from elsewhere while its take is recorded.
  await page.getByRole("button", { name: "Take the mic" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`Answering ${rapper.username}`)).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Do not answer" }),
  ).toHaveCount(0);
  const turn = { cypherId: path.split("/").at(-1) ?? "", turnNo: 2 };
  await other.client.mutation(passMic, turn);
  await startTake(dialog);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  const late = page.getByText(
    "Time was up and the mic moved on. Your take is kept.",
  );
  await expect(late).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish as an answer" }).click();
  await expectSent(page);

  await page.goto(`/beats/${beat.id}`);
  const card = page.getByRole("article", { name: other.username });
  await expect(
    card.getByRole("link", { name: `answers ${rapper.username}` }),
  ).toBeVisible();
  await expect(card.getByText("from a cypher")).toHaveCount(0);
  await expect(
    page.getByRole("link", { name: "Cypher: the mic is free" }),
  ).toBeVisible();

  await endCypher(rapperPage);
  await expect(
    rapperPage.getByText(`${rapper.username} ended this cypher.`),
  ).toBeVisible();
  await expect(page.getByText("Earlier cyphers")).toBeVisible();
});

test("a chain plays as one on its public page, without an account", async ({
  openAs,
  join,
  producer,
  rapper,
}) => {
  const beat = await makeBeat(producer, { bpm: BPM });
  const other = await join("rapper");
  const cypherId = await makeCypher([rapper, other], beat.id);
  const page = await openAs(null);
  await page.goto(`/listen/cyphers/${cypherId}`);
  await expectAccessible(page);
  const items = page
    .getByRole("list", { name: /^Cypher on/ })
    .getByRole("listitem");
  await expect(items).toHaveCount(2);
  await page.getByRole("button", { name: "Play all" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const [first, second] = [items.first(), items.last()];
  await expect(first).toHaveAttribute("aria-current", "true");
  await expect(first).toContainText(rapper.username);
  // The first verse ends by itself, and the second one begins.
  await expect(second).toHaveAttribute("aria-current", "true");
  await expect(first).not.toHaveAttribute("aria-current");
  await expect(page.getByRole("button", { name: "Play all" })).toBeVisible();
  // The page that stops mails about the mic exists, and tells a guesser nothing.
  await page.goto("/unsubscribe/nobody/none");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "There is nothing here",
  );
});

/** Records a turn, which stops by itself after its bars, and sends it. */
async function recordTurn(page: Page, bars: string): Promise<void> {
  await page.getByRole("button", { name: "Record", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(bars)).toBeVisible();
  await startTake(dialog);
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
}
