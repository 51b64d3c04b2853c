import { expect } from "@playwright/test";
import { DEMO_PASSWORD, MODERATOR } from "../tools/demo/cast.ts";
import { RUNG } from "../tools/demo/fillBell.ts";
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

/**
 * The texts of all kinds of rows in the bell except new followers, which the bell first reports on
 * their second day.
 */
const RINGS = [
  /answered your verse on/,
  /rapped on your beat/,
  /dropped a verse in the cypher/,
  /^The mic is free/,
  /started a cypher on your beat/,
  /new votes? for/,
  /people have heard/,
];

test("the demo has a full bell, and its 50 cases are decided by keyboard alone, without leaving the page", async ({
  openAs,
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
  await test.step("the bell", async () => {
    const rung = await openAs(null, app);
    await rung.goto("/login");
    await fillSignIn(rung, { ...RUNG, password: DEMO_PASSWORD });
    await rung.getByRole("link", { name: "Bell, 9+ new" }).click();
    for (const name of RINGS)
      await expect(rung.getByRole("link", { name }).first()).toBeVisible();
  });

  await page.goto(`${app.url}/login`);
  await fillSignIn(page, { ...MODERATOR, password: DEMO_PASSWORD });
  await page.getByRole("link", { name: "Moderation" }).click();
  await expect(page.getByText("Case 1 of 50")).toBeVisible();
  await expectAccessible(page);

  const decided = await decideQueue(page);
  expect(decided.cases).toBe(50);
  expect(decided.pageChanges).toBe(0);
  // Three items have two reports each, and one decision closes both reports.
  expect(decided.decisions).toBe(47);
  // Only a suspension takes a second key.
  expect(decided.presses / decided.decisions).toBeLessThan(1.25);

  await page.goto(`${app.url}/transparency`);
  await expect(page.getByRole("row", { name: /Reports 48/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Appeals 2/ })).toBeVisible();
});
