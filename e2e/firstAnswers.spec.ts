import { type Page, expect } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import { beatAsStored, makeBeat } from "./content.ts";
import { test } from "./story.ts";

const signOut = makeFunctionReference<"action", Record<string, never>, null>(
  "auth:signOut",
);

test("shows a page before its live connection is open, and sends nothing without the session", async ({
  join,
  openAs,
}) => {
  const producer = await join("producer");
  const beat = await makeBeat(producer);
  const page = await openAs(await join("listener"));
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
});

test("shows the header, in its place, before the code has come", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("listener"));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/react-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/home", { waitUntil: "commit" });
  const name = page.getByText("Gully Cypher", { exact: true });
  await expect(name).toBeVisible();
  const before = await name.boundingBox();
  release();
  await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
  await expect(name).toHaveCount(1);
  expect(await name.boundingBox()).toEqual(before);
});

test("follows the database from its first answers on", async ({
  join,
  openAs,
}) => {
  const producer = await join("producer");
  const beat = await makeBeat(producer);
  const page = await openAs(await join("rapper"));
  const line = await holdLine(page);
  await page.goto("/home");
  await expect(page.getByRole("link", { name: beat.title })).toBeVisible();
  const later = await makeBeat(producer);
  line.release();
  await expect(page.getByRole("link", { name: later.title })).toBeVisible();
});

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
