import { expect } from "@playwright/test";
import { DEMO_PASSWORD, MODERATOR } from "../tools/demo/cast.ts";
import { fillDemo } from "../tools/demo/fillDemo.ts";
import { adminKeyOf } from "./backupSearch.ts";
import { decideQueue } from "./decideQueue.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

const LIMITS_OFF = {
  LIMIT_PUBLISH_PER_YOUNG_ACCOUNT: "off",
  LIMIT_VOTE_PER_YOUNG_ACCOUNT: "off",
};

test("decides the 50 cases of the demo by keyboard alone, without leaving the page", async ({
  page,
  startOwnApp,
}, testInfo) => {
  testInfo.setTimeout(15 * 60_000);
  const app = await startOwnApp(LIMITS_OFF);
  await fillDemo({
    url: app.url,
    inboxUrl: app.mailUrl,
    adminKey: await adminKeyOf(app),
    say: () => undefined,
    signal: new AbortController().signal,
  });
  await page.goto(`${app.url}/login`);
  await fillSignIn(page, { ...MODERATOR, password: DEMO_PASSWORD });
  await page.getByRole("link", { name: "Moderation" }).click();
  await expect(page.getByText("Case 1 of 50")).toBeVisible();
  await expectAccessible(page);

  const decided = await decideQueue(page);
  expect(decided.cases).toBe(50);
  expect(decided.pageChanges).toBe(0);
  // Three things have two reports each, which close together.
  expect(decided.decisions).toBe(47);
  // Only a suspension takes a second key.
  expect(decided.presses / decided.decisions).toBeLessThan(1.25);

  await page.goto(`${app.url}/transparency`);
  await expect(page.getByRole("row", { name: /Reports 48/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Appeals 2/ })).toBeVisible();
});
