import { type Page, expect } from "@playwright/test";
import { beatAsStored, makeBeat, makeVerse } from "./content.ts";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

/** One way, so that a question and its answer take twice as long. */
const DELAY_MS = 900;

test("on a slow line everything says what it waits for, and a vote is felt at once", async ({
  join,
  openAs,
}) => {
  test.slow();
  const producer = await join("producer", { state: "Manipur" });
  const beat = await makeBeat(producer);
  await makeVerse(await join("rapper"), beat.id);
  const page = await openAs(await join("listener"));
  const line = await slowDown(page);

  await test.step("first the guard says that it waits", async () => {
    line.hold();
    await page.goto("/search");
    await expect(page.getByText("Loading", { exact: true })).toBeVisible();
    line.release();
    await expect(page.getByRole("list", { name: "Artists" })).toBeVisible();
  });

  await test.step("then cards without their words, and only then an answer", async () => {
    line.hold();
    await page.getByRole("link", { name: "Home" }).click();
    await expect(cardsToCome(page)).toBeVisible();
    await expect(page.getByText("No beats found")).toHaveCount(0);
    line.release();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(cardsToCome(page)).toHaveCount(0);
  });

  await test.step("each page waits in its own shape", async () => {
    await choose(page, "State", "Manipur");
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

  await test.step("a vote shows before the server knows of it", async () => {
    const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
    line.hold();
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("1 vote", { exact: true })).toBeVisible();
    expect((await beatAsStored(producer, beat.id))?.voteCount).toBe(0);
    line.release();
    await expect
      .poll(async () => (await beatAsStored(producer, beat.id))?.voteCount)
      .toBe(1);
    await expect(vote).toHaveAttribute("aria-pressed", "true");
  });
});

function cardsToCome(page: Page) {
  return page.getByRole("status", { name: "Loading" });
}

/** Everything the socket says to the server or hears from it comes late, and waits while the line is held. */
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
