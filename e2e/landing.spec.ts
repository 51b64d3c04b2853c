import { type Page, expect } from "@playwright/test";
import { setTimeout } from "node:timers/promises";
import { sumLayoutShifts } from "./layoutShift.ts";
import { test } from "./story.ts";

/**
 * Collects errors and warnings. React warns if its first render differs from
 * the prerendered page.
 */
function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(message.text());
  });
  return complaints;
}

/** Every script except the one that the page contains. */
const LATER_SCRIPTS = /\/assets\/.*\.js$/;

const ENGLISH = "Your beat. Their verse. One gully.";
const HINDI = "अपनी बीट। उसका वर्स। एक गली।";

const APP = /\/assets\/app-.*\.js$/;

/** Waits until the app runs the page. Before that, a link loads another document. */
async function hydrated(page: Page): Promise<void> {
  let isAsked = false;
  page.on("request", (request) => (isAsked ||= APP.test(request.url())));
  const link = page.getByRole("link", { name: "Sign In" }).first();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    expect(isAsked).toBe(true);
  }).toPass({ timeout: 60_000 });
}

test("addresses each role and leads to both forms @core", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/");
  for (const name of ["For Rappers", "For Producers", "For Listeners"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await expect(page).toHaveURL("/signup");
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await expect(page).toHaveURL("/login");
});

test("starts the app once, however often its links are pressed", async ({
  openAs,
}) => {
  const page = await openAs(null);
  let connections = 0;
  page.on("websocket", () => (connections += 1));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(APP, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: ENGLISH })).toBeVisible();
  await hydrated(page);
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await page.getByRole("link", { name: "Get Started" }).first().click();
  release();
  await expect(page).toHaveURL("/signup");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign Up");
  expect(connections).toBe(1);
});

test("answers a press on its buttons that came before its code", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(LATER_SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
  release();
  await expect(page.getByRole("heading", { name: HINDI })).toBeVisible();
  // Only the last press counts: a second one on the same button would undo the first.
  await expect(page.getByRole("button", { name: "मेन्यू खोलें" })).toBeVisible();
});

test("says at the new address if the app cannot be loaded", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.route(APP, (route) => route.abort());
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toContainText(
    "The page could not be loaded",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the landing page with working links", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: ENGLISH })).toBeVisible();
    await expect(page.getByRole("heading", { name: HINDI })).toBeHidden();
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await expect(page).toHaveURL("/signup");
  });
});

test.describe("in light colours", () => {
  test.use({ colorScheme: "light" });

  test("hydrates the landing page without errors or warnings", async ({
    page,
  }) => {
    const complaints = listenForComplaints(page);
    await page.goto("/");
    await hydrated(page);
    await page.getByRole("button", { name: "Switch to dark colours" }).click();
    await page.getByRole("button", { name: "Switch to light colours" }).click();
    await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
    await expect(page.getByRole("heading", { name: HINDI })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(complaints).toEqual([]);
  });
});

test.describe("in light colours and Hindi", () => {
  test.use({ colorScheme: "light", locale: "hi-IN" });

  test("has the right language and colours before the page hydrates", async ({
    page,
  }) => {
    await page.route(LATER_SCRIPTS, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { name: HINDI })).toBeVisible();
    await expect(page.getByRole("heading", { name: ENGLISH })).toBeHidden();
    const root = page.locator("html");
    await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");

    await page.evaluate(() => {
      localStorage.setItem("gully-language", "en");
      localStorage.setItem("mantine-color-scheme-value", "dark");
    });
    await page.reload();
    await expect(page.getByRole("heading", { name: ENGLISH })).toBeVisible();
    await expect(page.getByRole("heading", { name: HINDI })).toBeHidden();
    await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});

test("hides the landing page from signed-in people while it redirects", async ({
  listenerPage: page,
}) => {
  await page.route(LATER_SCRIPTS, (route) => route.abort());
  await page.goto("/");
  await expect(page.locator("h1", { hasText: ENGLISH })).toBeAttached();
  await expect(page.locator("h1", { hasText: ENGLISH })).toBeHidden();
  await page.unroute(LATER_SCRIPTS);
  await page.goto("/");
  await expect(page).toHaveURL("/home");
});

for (const [language, width, letter] of [
  ["en", 390, "b"],
  ["en", 1440, "b"],
  ["hi", 390, "ब"],
  ["hi", 1440, "ब"],
] as const) {
  test(`keeps its place in "${language}" at ${width} pixels when its fonts come late`, async ({
    openAs,
  }) => {
    const page = await openAs(null);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(
      (choice) => localStorage.setItem("gully-language", choice),
      language,
    );
    await page.addInitScript(sumLayoutShifts);
    const fonts: string[] = [];
    await page.route("**/*.woff2", async (route) => {
      fonts.push(route.request().url());
      await setTimeout(800); // long after the first paint
      await route.continue();
    });
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    for (const font of ["700 1em Teko", "400 1em Mukta"])
      await expect
        .poll(() =>
          page.evaluate(
            ([name = "", text]) => document.fonts.check(name, text),
            [font, letter],
          ),
        )
        .toBe(true);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(fonts.length).toBeGreaterThan(2);
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.02);
  });
}

for (const [path, width, height] of [
  ["/privacy", 1440, 900],
  ["/login", 1440, 900],
  ["/search", 390, 844],
] as const) {
  test(`moves nothing while ${path} loads`, async ({ openAs }) => {
    const page = await openAs(null);
    await page.setViewportSize({ width, height });
    await page.addInitScript(sumLayoutShifts);
    await page.goto(path);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.02);
  });
}

test("has headline and cassette beside each other on a desktop, in both languages", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [language, headline, letter] of [
    ["en", ENGLISH, "b"],
    ["hi", HINDI, "ब"],
  ] as const) {
    await page.goto("/");
    await page.evaluate(
      (choice) => localStorage.setItem("gully-language", choice),
      language,
    );
    await page.reload();
    await expect(page.getByRole("heading", { name: headline })).toBeVisible();
    await expect
      .poll(() =>
        page.evaluate(
          (text) => document.fonts.check("700 1em Teko", text),
          letter,
        ),
      )
      .toBe(true);
    const { words, tape } = await page.evaluate(placesOnPoster);
    expect(words.left).toBeGreaterThanOrEqual(40);
    expect(tape.left).toBeGreaterThanOrEqual(words.right);
    expect(tape.right).toBeLessThanOrEqual(1400);
    expect(tape.middle).toBeGreaterThan(words.top);
    expect(tape.middle).toBeLessThan(words.bottom);
  }
});

/**
 * Runs in the page. Returns where the letters of the headline are, and where the cassette is before
 * it is turned.
 */
function placesOnPoster() {
  const headline = [...document.querySelectorAll("h1")].find((one) =>
    one.checkVisibility(),
  );
  const svg = headline?.closest("section")?.querySelector("svg");
  const box = svg?.parentElement;
  if (!headline || !box) throw new Error("there is no poster");
  const range = document.createRange();
  range.selectNodeContents(headline);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  box.style.rotate = "none";
  const tape = box.getBoundingClientRect();
  box.style.rotate = "";
  return {
    words: { left, right, top, bottom },
    tape: {
      left: tape.left,
      right: tape.right,
      middle: (tape.top + tape.bottom) / 2,
    },
  };
}
