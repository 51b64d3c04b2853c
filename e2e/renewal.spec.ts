import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import type { Person } from "./people.ts";
import { test } from "./story.ts";

const HOUR_S = 3_600;

for (const [what, failures] of [
  ["is answered with an error once", 1],
  ["does not come through several times", 4],
] as const) {
  test(`a return after an hour works although the renewal ${what}`, async ({
    join,
    openAs,
  }) => {
    const page = await openAs(withExpiredToken(await join("listener")));
    const renewals = await failRenewals(page, failures);
    await page.goto("/home");
    await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
    expect(renewals.failed).toBe(failures);
  });
}

/**
 * Returns the person with a token that looks expired. Its signature no longer fits, but the server
 * refuses it just as it refuses an expired one.
 */
function withExpiredToken(person: Person): Person {
  const [head, body = "", signature] = person.tokens.token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as {
    iat: number;
  };
  const { iat } = claims;
  const expired = { ...claims, iat: iat - 2 * HOUR_S, exp: iat - HOUR_S };
  const text = Buffer.from(JSON.stringify(expired)).toString("base64url");
  const token = [head, text, signature].join(".");
  return { ...person, tokens: { ...person.tokens, token } };
}

/**
 * Makes the next renewals fail: a single one with an error of a proxy, several with cut
 * connections.
 */
async function failRenewals(page: Page, failures: number) {
  const renewals = { failed: 0 };
  await page.route("**/api/action", async (route) => {
    if (renewals.failed === failures) return route.continue();
    renewals.failed += 1;
    if (failures === 1) await route.fulfill({ status: 502, body: "" });
    else await route.abort("connectionreset");
  });
  return renewals;
}
