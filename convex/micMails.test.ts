import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { untilDayMs } from "./model/cyphers/micMails";
import { HOUR_MS, MINUTE_MS } from "./shared/limits";
import { setAuthKeys } from "./testing/test.authKeys";
import { makeCypherWorld } from "./testing/test.cyphers";
import { openMailbox } from "./testing/test.mailbox";
import { emailOf } from "./testing/test.leaver";
import type { Person } from "./testing/test.world";

/** Noon in India, later than anything in the test's world. */
const NOON = Date.parse("2100-01-15T12:00:00+05:30");

let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let made: Awaited<ReturnType<typeof makeCypherWorld>>;
let cypherId: Id<"cyphers">;

beforeEach(async () => {
  await setAuthKeys();
  mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  made = await makeCypherWorld();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const { world, cyphers, beatId } = made;
  cypherId = await cyphers.open(world.asRapper, beatId);
  await cyphers.take(world.asRapper, cypherId);
});

afterEach(async () => {
  await made.world.end();
  vi.useRealTimers();
  await mailbox.close();
  vi.unstubAllEnvs();
});

const ask = (person: Person, isMailed: boolean) =>
  person.mutation(api.cyphers.watch, { cypherId, isWaiting: true, isMailed });
const free = () =>
  made.world.asRapper.mutation(api.cyphers.pass, { cypherId, turnNo: 1 });
const mine = () => made.world.asListener.query(api.cyphers.mine, { cypherId });

const send = (person: Person) =>
  made.world.t.action(internal.mail.sendMicFree, {
    ...{ cypherId, userId: person.userId, attempt: 1 },
  });
const planned = () =>
  made.world.t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    return jobs.filter(({ name }) => name.startsWith("mail:sendMicFree"));
  });

test("only who asked for a mail gets one, and not at night", async () => {
  await ask(made.world.asListener, true);
  await ask(made.world.asBoth, false);
  expect(await mine()).toMatchObject({ isWaiting: true, isMailed: true });
  await ask(made.world.asListener, false);
  expect(await mine()).toMatchObject({ isWaiting: true, isMailed: false });
  await ask(made.world.asListener, true);
  vi.setSystemTime(NOON + 11 * HOUR_MS);
  await free();
  await made.world.t.mutation(internal.cyphers.freed, { cypherId, turnNo: 1 });
  const jobs = await planned();
  expect(jobs.map(({ args: [to] }) => to as unknown)).toMatchObject([
    { userId: made.world.asListener.userId, attempt: 1 },
  ]);
  const waitsMs = (jobs[0]?.scheduledTime ?? 0) - Date.now();
  expect(waitsMs).toBeGreaterThanOrEqual(9 * HOUR_MS);
  expect(waitsMs).toBeLessThanOrEqual(9 * HOUR_MS + 15 * MINUTE_MS);
  // A mail that was planned by day and is late waits too.
  await send(made.world.asListener);
  expect(await planned()).toHaveLength(2);
  expect(mailbox.mails.filter(({ text }) => text.includes("Rain"))).toEqual([]);
  expect(await mine()).toMatchObject({ isWaiting: false, isMailed: false });
});

test("the mail leads to the cypher, and its link stops such mails without signing in", async () => {
  await free();
  await send(made.world.asListener);
  const mail = await mailbox.mailTo(
    emailOf(made.world.asListener),
    `/cyphers/${cypherId}`,
  );
  expect(mail.subject).toBe("The mic is free");
  expect(mail.text).toContain('The mic is free in the cypher on "Rain".');
  const stop = /^List-Unsubscribe: ?<(.*)>$/m.exec(
    mail.headers.replace(/\r\n\s+/g, ""),
  )?.[1];
  expect(mail.headers).toContain(
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
  );
  const { pathname, search } = new URL(stop ?? "");
  const path = pathname + search;
  expect(mail.text).toContain(stop);

  // If a mail program opens the link, that stops nothing.
  const page = await made.world.t.fetch(path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Stop these mails");
  expect(
    (await made.world.t.fetch(path.replace("?", "0?"), { method: "POST" }))
      .status,
  ).toBe(404);
  const isWanted = async () =>
    (await made.world.asListener.query(api.account.settings, {}))
      ?.wantsMicMails;
  expect(await isWanted()).toBe(true);
  const done = await made.world.t.fetch(path, { method: "POST" });
  expect(await done.text()).toContain("These mails have stopped.");
  expect(await isWanted()).toBe(false);
  await send(made.world.asListener);
  expect(mailbox.mails).toHaveLength(1);
  await made.world.asListener.mutation(api.account.setMicMails, {
    isWanted: true,
  });
  expect(await isWanted()).toBe(true);
});

test("nobody is mailed about a mic that is taken again", async () => {
  await free();
  await made.cyphers.take(made.world.asBoth, cypherId);
  await send(made.world.asListener);
  expect(mailbox.mails.filter(({ text }) => text.includes("Rain"))).toEqual([]);
});

test("whoever asks all night gets one mail in the morning, and one again later", async () => {
  const { asListener } = made.world;
  const mails = () => mailbox.mails.filter(({ text }) => text.includes("Rain"));
  await free();
  for (const _ of [1, 2, 3]) await send(asListener);
  expect(mails()).toHaveLength(1);
  vi.setSystemTime(NOON + 20 * MINUTE_MS);
  await send(asListener);
  expect(mails()).toHaveLength(2);
});

test.each([
  ["2026-11-27T21:59:00+05:30", 0],
  ["2026-11-27T22:00:00+05:30", 10 * HOUR_MS],
  ["2026-11-28T07:59:00+05:30", MINUTE_MS],
  ["2026-11-28T08:00:00+05:30", 0],
])("at %s a mail waits %d ms for the day", (at, waitMs) => {
  expect(untilDayMs(Date.parse(at))).toBe(waitMs);
});
