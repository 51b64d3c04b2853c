import { expect } from "@playwright/test";
import { test } from "./story.ts";

test("sends visitors from protected routes to /login and from unknown routes to / @core", async ({
  openAs,
}) => {
  const page = await openAs(null);
  for (const path of [
    "/home",
    "/upload",
    "/search",
    "/beats/x",
    "/profile/x",
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL("/login");
  }
  await page.goto("/no/such/page");
  await expect(page).toHaveURL("/");
});

test("redirects signed-in people from the landing page and the sign-in form", async ({
  listenerPage: page,
}) => {
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/home");
  }
});

test("lets only producers reach the upload form", async ({ join, openAs }) => {
  for (const role of ["rapper", "listener"] as const) {
    const page = await openAs(await join(role));
    await page.goto("/upload");
    await expect(page.getByText("Access Denied")).toBeVisible();
    await expect(
      page.getByText("Only producers can upload beats."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Upload Beat" })).toBeHidden();
  }
  for (const role of ["producer", "producer_rapper"] as const) {
    const page = await openAs(await join(role));
    await page.goto("/upload");
    await expect(page.getByLabel("Title")).toBeVisible();
  }
});

test("finds nothing for malformed ids", async ({ listenerPage: page }) => {
  await page.goto("/beats/not-an-id");
  await expect(page.getByText("Beat not found")).toBeVisible();
  await page.goto("/profile/not-an-id");
  await expect(page.getByText("Profile not found")).toBeVisible();
});
