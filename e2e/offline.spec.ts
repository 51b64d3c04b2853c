import { type Page, expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { test } from "./story.ts";

const TO_HINDI = "हिन्दी में देखें";
const NO_CONNECTION = "No connection. Try again when you are online.";
const NOT_LOADED =
  "This part could not be loaded. Check your connection, or reload the page.";
const REFUSAL =
  "The language could not be changed. Check your connection and try again.";

test("says without a connection that the language cannot be changed, and changes it later", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const toastsLoaded = page.waitForResponse(/ToastStack-.*\.js/);
  await page.goto("/login");
  await toastsLoaded;
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await switchToHindi(page);
  await expect(page.getByText(REFUSAL)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.context().setOffline(false);
  await switchToHindi(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
});

test("the landing page says so too", async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const question = page.waitForEvent("dialog");
  void switchToHindi(page);
  const dialog = await question;
  expect(dialog.message()).toBe(REFUSAL);
  await dialog.accept();
});

test("a page that cannot be loaded says so, and appears when the connection is back @core", async ({
  rapperPage: page,
}) => {
  await page.goto("/home");
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Privacy" }).click();
  const note = page.getByRole("alert").filter({ hasText: NO_CONNECTION });
  await expect(note).toBeInViewport({ ratio: 1 });
  await note.getByRole("button", { name: "Try again" }).click();
  await expect(note).toBeVisible();
  await page.context().setOffline(false);
  await expect(
    page.getByRole("heading", { name: "Privacy", level: 1 }),
  ).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a page that waits for its data says so, instead of promising it for ever @core", async ({
  beat,
  join,
  rapperPage: page,
}) => {
  const other = await makeBeat(await join("producer"));
  await page.goto(`/beats/${beat.id}`);
  await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/beats/${other.id}`);
  const note = page.getByRole("alert").filter({ hasText: NO_CONNECTION });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("status", { name: "Loading" })).toBeHidden();
  await note.getByRole("button", { name: "Try again" }).click();
  await expect(note).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: other.title })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("so does a page to whose server no connection comes about", async ({
  rapperPage: page,
}) => {
  let isCut = true;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  await page.goto("/search");
  const note = page.getByRole("alert").filter({ hasText: NO_CONNECTION });
  await expect(note).toBeVisible();
  isCut = false;
  await expect(page.getByRole("list", { name: "Artists" })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("so does the recorder", async ({ beat, rapperPage: page }) => {
  await page.goto(`/beats/${beat.id}`);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Record verse" }).click();
  const note = page.getByRole("alert").filter({ hasText: NO_CONNECTION });
  await expect(note).toBeVisible();
  await page.context().setOffline(false);
  await expect(
    page.getByRole("dialog").getByRole("button", { name: "Start recording" }),
  ).toBeVisible();
});

test("a page whose files are gone, because the site was updated, loads anew when asked again", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/login");
  await page.waitForLoadState("networkidle");
  const files = /\/assets\/PrivacyPage-[^/]*\.js/;
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Privacy" }).click();
  const note = page.getByRole("alert").filter({ hasText: NOT_LOADED });
  await expect(note).toBeVisible();
  const loaded = page.waitForEvent("load");
  await note.getByRole("button", { name: "Try again" }).click();
  await loaded;
  await page.unroute(files);
  await page.reload();
  await expect(
    page.getByRole("heading", { name: "Privacy", level: 1 }),
  ).toBeVisible();
});

async function switchToHindi(page: Page): Promise<void> {
  await page.getByRole("button", { name: TO_HINDI }).click();
}
