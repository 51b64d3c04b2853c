import { type Page, expect } from "@playwright/test";
import { beatAsStored, makeBeat, makeVerse } from "./content.ts";
import { ownState } from "./ownState.ts";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

/** Delay in one direction; a round trip takes twice as long. */
const DELAY_MS = 900;

test("shows what it waits for on a slow connection, and shows a vote at once", async ({
  join,
  openAs,
}) => {
  test.slow();
  const state = ownState(test.info(), 1);
  const producer = await join("producer", { state });
  const beat = await makeBeat(producer);
  await makeVerse(await join("rapper"), beat.id);
  // This beat is from another state, so the filter makes the list shorter.
  await makeBeat(await join("producer", { state: "Goa" }));
  const page = await openAs(await join("listener"));
  const line = await slowDown(page);

  await test.step("the route guard shows that it is loading", async () => {
    line.hold();
    await page.goto("/search");
    await expect(page.getByText("Loading", { exact: true })).toBeVisible();
    line.release();
    await expect(page.getByRole("list", { name: "Artists" })).toBeVisible();
  });

  await test.step("the head of a page comes before the session is known", async () => {
    line.hold();
    await page.goto("/home");
    const head = page.getByRole("heading", { name: "The Floor" });
    await expect(head).toBeVisible();
    await expect(page.getByText("Loading", { exact: true })).toBeVisible();
    await expect(page.getByRole("tablist")).toHaveCount(0);
    line.release();
    await expect(page.getByRole("tablist")).toBeVisible();
    await expect(head).toHaveCount(1);
    await page.goto("/search");
    await expect(page.getByRole("list", { name: "Artists" })).toBeVisible();
  });

  await test.step("placeholder cards come before the answer", async () => {
    line.hold();
    await page.getByRole("link", { name: "Home" }).click();
    await expect(cardsToCome(page)).toBeVisible();
    await expect(page.getByText("No beats found")).toHaveCount(0);
    line.release();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(cardsToCome(page)).toHaveCount(0);
  });

  await test.step("each page has its own placeholders", async () => {
    await choose(page, "State", state);
    await expect(page.getByRole("article")).toHaveCount(1);
    line.hold();
    await page.getByRole("link", { name: beat.title }).click();
    await expect(cardsToCome(page).first()).toBeVisible();
    await expect(page.getByText("Beat not found")).toHaveCount(0);
    line.release();
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    await expect(page.getByText("1 of 10 verses")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  await test.step("a vote shows before the server has counted it", async () => {
    const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
    line.hold();
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("1 vote", { exact: true })).toBeVisible();
    expect((await beatAsStored(producer, beat.id))?.voteCount).toBe(0);
    // The page's socket stays open, so only the missing answer tells that the line is gone.
    const words = page.getByText("Reconnecting…");
    await expect(words).toBeVisible();
    line.release();
    await expect(words).toBeHidden();
    await expect
      .poll(async () => (await beatAsStored(producer, beat.id))?.voteCount)
      .toBe(1);
    await expect(vote).toHaveAttribute("aria-pressed", "true");
  });
});

function cardsToCome(page: Page) {
  return page.getByRole("status", { name: "Loading" });
}

/**
 * Delays every WebSocket message in both directions. Messages and the page's
 * first questions wait while the line is held.
 */
async function slowDown(page: Page) {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const late = (send: () => void) =>
    setTimeout(() => (isHeld ? waiting.push(send) : send()), DELAY_MS);
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => late(() => server.send(message)));
    server.onMessage((message) => late(() => socket.send(message)));
  });
  await page.route("**/api/query", (route) => {
    late(() => void route.continue());
  });
  return {
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}
