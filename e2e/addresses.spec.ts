import { expect } from "@playwright/test";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

/** No other story creates beats of this genre. */
const GENRE = "Old School";

test.use({ beatGenre: GENRE });

const GARBAGE = [
  "not-an-id",
  "x".repeat(2_000),
  "%F0%9F%8E%A4",
  "..%2F..%2Fhome",
  "%00",
  "'%20OR%201=1",
  "_storage",
];

test("finds nothing for unknown and malformed ids on every route with an id", async ({
  producer,
  beat,
  rapperPage: page,
}) => {
  test.slow();
  const broken: Error[] = [];
  page.on("pageerror", (error) => broken.push(error));
  // The last id is well-formed but belongs to the other table.
  for (const id of [...GARBAGE, producer.userId]) {
    await page.goto(`/beats/${id}`);
    await expect(
      page.getByRole("heading", { name: "Beat not found" }),
    ).toBeVisible();
    await expect(page).toHaveTitle("Beat not found · Gully Cypher");
  }
  for (const id of [...GARBAGE, beat.id]) {
    await page.goto(`/profile/${id}`);
    await expect(
      page.getByRole("heading", { name: "Profile not found" }),
    ).toBeVisible();
    await expect(page).toHaveTitle("Profile not found · Gully Cypher");
  }
  await page
    .getByRole("main")
    .getByRole("link", { name: "Find Artists" })
    .click();
  await expect(page).toHaveURL("/search");
  expect(broken).toEqual([]);
});

test("ignores malformed search parameters", async ({ listenerPage: page }) => {
  for (const path of [
    "/home?tab=nonsense&sort=%00&genre=Polka&state=Atlantis&page=-3",
    "/home?page=99999999999999999999",
    "/home?tab=verses&page=NaN",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  }
  await page.goto("/search?q=%25&state=Atlantis&role=listener");
  await expect(page.getByText("No artists found")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(page.getByLabel("Search by username")).toHaveValue("");
  await expect(page.getByLabel("Search by username")).toBeFocused();
  await expect(page.getByRole("list", { name: "Artists" })).toBeVisible();
});

test("sets a tab title on each page and moves focus to the heading after a link @core", async ({
  openAs,
  producer,
  beat,
}) => {
  const page = await openAs(producer);
  await page.goto("/home");
  await expect(page).toHaveTitle("The Floor · Gully Cypher");
  const bar = page.getByRole("navigation", { name: "Main navigation" });
  for (const { link, heading, title = heading } of [
    { link: "Find Artists", heading: "Find Artists" },
    { link: "Contact Us", heading: "Contact Us" },
    { link: "Upload Beat", heading: "Upload Beat" },
    { link: "Profile", heading: producer.username },
    { link: "Home", heading: "The Floor" },
  ]) {
    await bar.getByRole("link", { name: link }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: heading }),
    ).toBeFocused();
    await expect(page).toHaveTitle(`${title} · Gully Cypher`);
  }
  await choose(page, "Genre", GENRE);
  await page.getByRole("link", { name: beat.title }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: beat.title }),
  ).toBeFocused();
  await expect(page).toHaveTitle(`${beat.title} · Gully Cypher`);
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: "The Floor" }),
  ).toBeFocused();
});

test("sets the tab titles of the signed-out pages", async ({ openAs }) => {
  const page = await openAs(null);
  for (const [path, name] of [
    ["/login", "Sign In"],
    ["/signup", "Sign Up"],
    ["/forgot-password", "Forgot password"],
    ["/reset-password", "Set a new password"],
    ["/activate", "Confirm your email"],
    ["/contact", "Contact Us"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${name} · Gully Cypher`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await expect(
    page.getByRole("main").getByRole("link", { name: "@" }),
  ).toHaveAttribute("href", /^mailto:\S+@\S+$/);
});
