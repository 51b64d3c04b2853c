import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import { linkMailedTo } from "./mail.ts";
import { test } from "./story.ts";

const MINUTE_MS = 60_000;

const requestReset = makeFunctionReference<"mutation", { email: string }, null>(
  "account:requestReset",
);
const resetPassword = makeFunctionReference<
  "action",
  { email: string; code: string; newPassword: string },
  null
>("account:resetPassword");

test("signs out after five idle minutes if the session has ended", async ({
  app,
  join,
  openAs,
}) => {
  const person = await join("listener");
  const page = await openAs(person);
  const line = await sleepyLine(page);
  await page.clock.install();
  await page.goto("/home");
  await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
  await expect.poll(() => line.renewals()).toBe(1);

  await test.step("the session ends elsewhere, and the silent socket does not report it", async () => {
    line.sleep();
    await person.client.mutation(requestReset, { email: person.email });
    const link = await linkMailedTo(
      app.mailUrl,
      person.email,
      "/reset-password",
    );
    const code = new URL(link).searchParams.get("code") ?? "";
    const newPassword = "entirely new words";
    await person.client.action(resetPassword, {
      email: person.email,
      code,
      newPassword,
    });
  });

  await test.step("four idle minutes do not renew the session", async () => {
    await page.mouse.move(10, 10);
    await page.clock.fastForward(4 * MINUTE_MS);
    await comeBack(page);
    await expect(page).toHaveURL("/home");
    expect(line.renewals()).toBe(1);
  });

  await test.step("more than five do", async () => {
    await page.clock.fastForward(5 * MINUTE_MS + 1_000);
    await comeBack(page);
    await expect(page).toHaveURL("/login");
  });
});

test("continues after five idle minutes if the session is still valid", async ({
  listenerPage: page,
}) => {
  const line = await sleepyLine(page);
  await page.clock.install();
  await page.goto("/home");
  await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
  // The client renews the session when it starts. A second renewal would wait for the first.
  await expect.poll(() => line.renewals()).toBe(1);
  await page.clock.fastForward(5 * MINUTE_MS + 1_000);
  await comeBack(page);
  await expect.poll(() => line.renewals()).toBe(2);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Beats" })).toBeVisible();
});

/** Sends a focus event, because the test's window never loses focus. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

/**
 * Simulates a computer that slept: after `sleep`, the socket is silent but
 * stays open. Also counts finished renewals of the session.
 */
async function sleepyLine(page: Page) {
  let isAsleep = false;
  let renewals = 0;
  await page.routeWebSocket(/\/sync/, (socket) => {
    if (isAsleep) return;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isAsleep) server.send(message);
    });
    server.onMessage((message) => {
      if (!isAsleep) socket.send(message);
    });
  });
  page.on("requestfinished", (request) => {
    const isRenewal =
      request.url().endsWith("/api/action") &&
      (request.postData() ?? "").includes("refreshToken");
    if (isRenewal) renewals += 1;
  });
  return {
    sleep: () => {
      isAsleep = true;
    },
    renewals: () => renewals,
  };
}
