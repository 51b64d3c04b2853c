import { type Locator, type Page, expect } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import { beatAsStored, makeBeat, makeVerse, voteForBeat } from "./content.ts";
import { moreKey } from "./screens.ts";
import { test } from "./story.ts";

const signOut = makeFunctionReference<"action", Record<string, never>, null>(
  "auth:signOut",
);

/**
 * These stories have an app of their own, because their beat must be in the list, which shows
 * three. Other stories publish beats at the same time.
 */
const alone = test.extend({
  app: async ({ startOwnApp }, use) => use(await startOwnApp()),
});

/** Left by the first script of the page. */
interface Questions {
  readonly firstQuestions?: readonly { readonly answer: Promise<unknown> }[];
}

const setBlocked = makeFunctionReference<
  "mutation",
  { userId: string; isBlocked: boolean },
  null
>("safety:setBlocked");

alone(
  "shows a page before its live connection is open, and sends nothing without the session @core",
  async ({ producer, beat, listenerPage: page }) => {
    const line = await holdLine(page);

    await page.goto("/home");
    await expect(page.getByRole("link", { name: beat.title })).toBeVisible();
    await page.goto(`/beats/${beat.id}`);
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    await expect(page.getByText("0 of 10 verses")).toBeVisible();

    const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
    await vote.click();
    line.release();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(async () => (await beatAsStored(producer, beat.id))?.voteCount)
      .toBe(1);
    await expect(page.getByText("1 vote", { exact: true })).toBeVisible();
  },
);

test("the record key opens the recorder before the live connection is open, and it stays open", async ({
  beat,
  rapperPage: page,
  join,
}) => {
  const line = await holdLine(page);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  line.release();
  await makeVerse(await join("rapper"), beat.id);
  await expect(page.getByText("1 of 10 verses")).toBeVisible();
  await expect(dialog).toBeVisible();
});

test("what was opened and typed before the live connection stays", async ({
  beat,
  rapperPage: page,
  join,
}) => {
  const other = await join("rapper");
  await makeVerse(other, beat.id);
  const line = await holdLine(page);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Write words" }).click();
  const words = page.getByRole("textbox", { name: "Your words" });
  await words.fill("first line");
  await moreKey(page, other.username).click();
  const report = page.getByRole("button", {
    name: `Report verse by ${other.username}`,
  });
  await expect(report).toBeVisible();
  line.release();
  await makeVerse(await join("rapper"), beat.id);
  await expect(page.getByText("2 of 10 verses")).toBeVisible();
  await expect(words).toHaveValue("first line");
  await expect(report).toBeVisible();
});

test("shows the header, in its place, before the code has come", async ({
  listenerPage: page,
}) => {
  const code = await holdCode(page);
  await page.goto("/search", { waitUntil: "commit" });
  const name = page.getByText("Gully Cypher", { exact: true });
  await expect(name).toBeVisible();
  await fontsLoaded(page);
  const before = await name.boundingBox();
  code.release();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(name).toHaveCount(1);
  await fontsLoaded(page);
  expect(await name.boundingBox()).toEqual(before);
});

alone(
  "shows the first beat, in its place, before the code has come",
  async ({ join, openAs }) => {
    // The page must show the title exactly as it is spelled.
    const title = "Night <b>&amp; {producer}";
    const beat = await makeBeat(await join("producer"), { title });
    const listener = await join("listener");
    const page = await openAs(listener);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ["/home", `/beats/${beat.id}`]) {
        const code = await holdCode(page);
        await page.goto(path, { waitUntil: "commit" });
        const text = page.getByText(title, { exact: true });
        await expect(text).toBeVisible();
        await expect(page.getByRole("heading")).toHaveCount(0);
        await fontsLoaded(page);
        const before = await textBox(text);
        code.release();
        const heading = page.getByRole("heading", { name: title });
        await expect(heading).toBeVisible();
        await fontsLoaded(page);
        expect(await textBox(heading)).toEqual(before);
        await expect(text.and(page.locator("h1, h2, h1 *, h2 *"))).toHaveCount(
          1,
        );
      }
      // From here on, /home tells the listener no more what to do first.
      await voteForBeat(listener, beat.id);
    }
  },
);

test("shows no beat of a blocked person before the code has come", async ({
  join,
  openAs,
}) => {
  const blocked = await join("producer");
  const beat = await makeBeat(blocked);
  const listener = await join("listener");
  const block = { userId: blocked.userId, isBlocked: true };
  await listener.client.mutation(setBlocked, block);
  const page = await openAs(listener);
  const code = await holdCode(page);
  await page.goto(`/beats/${beat.id}`, { waitUntil: "commit" });
  // Once the answers have come, the page would draw the beat within the next frames.
  await page.evaluate(async () => {
    const { firstQuestions = [] } = window as Window & Questions;
    await Promise.all(firstQuestions.map(({ answer }) => answer));
    for (let frame = 0; frame < 10; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expect(page.getByText(beat.title)).toHaveCount(0);
  code.release();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

alone(
  "follows the database from its first answers on",
  async ({ producer, beat, rapperPage: page }) => {
    const line = await holdLine(page);
    await page.goto("/home");
    await expect(page.getByRole("link", { name: beat.title })).toBeVisible();
    const later = await makeBeat(producer);
    line.release();
    await expect(page.getByRole("link", { name: later.title })).toBeVisible();
  },
);

test("shows nothing of a person whose session has ended", async ({
  join,
  openAs,
}) => {
  const person = await join("listener");
  const page = await openAs(person);
  await page.goto("/home");
  await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
  await person.client.action(signOut, {});
  await page.reload();
  await expect(page).toHaveURL("/login");
});

/** Holds the code of the app back until it is released. */
async function holdCode(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/react-*.js", async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

const fontsLoaded = (page: Page) =>
  page.evaluate(() => document.fonts.ready.then(() => undefined));

/** The place of a text, in whole pixels. The element around it may be larger. */
function textBox(locator: Locator) {
  return locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
}

/** Holds the page's WebSocket back until it is released. Requests over HTTP pass. */
async function holdLine(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/sync/, (socket) => {
    const early: (string | Buffer)[] = [];
    socket.onMessage((message) => early.push(message));
    void released.then(() => {
      const server = socket.connectToServer();
      early.forEach((message) => server.send(message));
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(message));
    });
  });
  return { release };
}
