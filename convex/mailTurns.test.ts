import {
  afterEach,
  beforeEach,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import type { Id } from "./_generated/dataModel";
import { admitSignUp } from "./model/accounts/accounts";
import {
  bookMail,
  bookReset,
  enforceQuestions,
} from "./model/accounts/mailTurns";
import { HOUR_MS } from "./shared/limits";
import { from } from "./testing/test.origins";
import { makeEmptyWorld, reasonBy, type World } from "./testing/test.world";

/** An id that is used only as a name to count by. */
const OWNER = "the owner" as Id<"users">;

let world: World;
let warn: MockInstance<typeof console.warn>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  world = await makeEmptyWorld();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns how long a confirmation mail to this address waits. */
async function waitOf(
  email: string,
  {
    ip = "10.0.0.1",
    purpose = "confirm",
  }: { ip?: string; purpose?: "confirm" | "claim" } = {},
): Promise<number> {
  let waitMs = 0;
  await from(world, ip, async (ctx) => {
    waitMs = await bookMail(ctx, email, purpose);
  });
  return waitMs;
}

const asksForReset = (ip: string) =>
  from(world, ip, async (ctx) => void (await bookReset(ctx, "a@b.co", OWNER)));

test("sixty tagged addresses are one mailbox, which gets few mails at once", async () => {
  const waits: number[] = [];
  for (let n = 0; n < 60; n++) {
    const wait = waitOf(`victim+${n}@example.com`);
    await wait.then(
      (ms) => waits.push(ms),
      () => undefined,
    );
  }
  expect(waits.filter((ms) => ms === 0)).toHaveLength(10);
  expect(waits).toHaveLength(20);
  expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR_MS);
  const refusal = await reasonBy(waitOf("victim+60@example.com"));
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
});

test("two strangers who take all turns of a mailbox leave one to its owner", async () => {
  const purpose = "claim" as const;
  const fill = async (ip: string) => {
    for (let n = 0; n < 60; n++)
      await waitOf("a@example.com", { ip, purpose }).catch(() => undefined);
  };
  await fill("10.0.0.1");
  await fill("2001:db8:1:2::1");
  const again = await reasonBy(
    waitOf("a@example.com", { ip: "10.0.0.1", purpose }),
  );
  expect(again).toMatchObject({ code: "RATE_LIMITED" });
  const owner = { ip: "10.0.9.9", purpose } as const;
  expect(await waitOf("a@example.com", owner)).toBe(0);
  expect(await reasonBy(waitOf("a@example.com", owner))).toMatchObject({
    code: "RATE_LIMITED",
  });
  // However many networks there are, a mailbox gets few mails.
  let mailed = 0;
  for (let n = 0; n < 60; n++)
    await waitOf("a@example.com", { ip: `10.1.0.${n}`, purpose }).then(
      () => (mailed += 1),
      () => undefined,
    );
  expect(mailed).toBe(18); // the second stranger and the owner have each had one mail more
});

test("the mail server is asked about few addresses of one origin, and of the site", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_SITE", "3");
  for (let n = 0; n < 3; n++)
    await from(world, `10.0.0.${n}`, enforceQuestions);
  const fourth = await reasonBy(from(world, "10.0.9.9", enforceQuestions));
  expect(fourth).toMatchObject({ code: "RATE_LIMITED" });
});

test("one origin signs up few tagged addresses of one mailbox", async () => {
  const signUp = (email: string) =>
    from(
      world,
      "10.0.0.1",
      async (ctx) => void (await admitSignUp(ctx, { email, username: "Asha" })),
    );
  for (let n = 0; n < 5; n++) await signUp(`victim+${n}@example.com`);
  const refusal = await reasonBy(signUp("victim+5@example.com"));
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  await signUp("other@example.com");
});

test("a class of sixty with one school's addresses gets its mails at once", async () => {
  for (let n = 0; n < 60; n++)
    expect(await waitOf(`pupil${n}@school.example`)).toBe(0);
});

test("what is too much for a domain waits, and the operator is told without names", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_DOMAIN", "10");
  for (let n = 0; n < 10; n++) await waitOf(`pupil${n}@school.example`);
  expect(await waitOf("pupil10@school.example")).toBe(HOUR_MS / 10);
  expect(await waitOf("pupil11@school.example")).toBe(HOUR_MS / 5);
  expect(await waitOf("someone@gmail.com")).toBe(0);
  // On the embedded backend, functions write to another log.
  expect(warn.mock.calls.flat().join()).not.toContain("school");
});

test("the whole site sends a limited number of mails an hour", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_SITE", "60");
  for (let n = 0; n < 60; n++)
    expect(await waitOf(`member${n}@gmail.com`)).toBe(0);
  expect(await waitOf("one@gmail.com")).toBe(HOUR_MS / 30);
});

test("four strangers do not make everybody wait for the site's mails", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_SITE", "610");
  let waiting = 0;
  for (let stranger = 1; stranger <= 4; stranger++)
    await from(world, `10.0.0.${stranger}`, async (ctx) => {
      for (let n = 0; n < 140; n++) {
        const email = `s${stranger}-${n}@gmail.com`;
        if ((await bookMail(ctx, email, "confirm")) > 0) waiting += 1;
      }
    });
  expect(waiting).toBe(4 * 140 - 305 - 4 * 60);
  expect(await waitOf("newcomer@gmail.com", { ip: "10.0.9.9" })).toBe(0);
  // A class of sixty at one school does not wait either.
  for (let n = 0; n < 60; n++)
    expect(await waitOf(`pupil${n}@gmail.com`, { ip: "10.0.8.8" })).toBe(0);
});

test("five strangers' requests for a new password do not refuse the owner's", async () => {
  for (let stranger = 1; stranger <= 5; stranger++) {
    for (let n = 0; n < 5; n++) await asksForReset(`10.0.0.${stranger}`);
  }
  const sixth = await reasonBy(asksForReset("10.0.0.1"));
  expect(sixth).toMatchObject({ code: "RATE_LIMITED" });
  await asksForReset("10.0.9.9");
});

test("all origins together have few links for a new password mailed", async () => {
  let mailed = 0;
  for (let n = 0; n < 40; n++) {
    await from(world, `10.0.0.${n}`, async (ctx) => {
      if (await bookReset(ctx, "a@b.co", OWNER)) mailed += 1;
    });
  }
  expect(mailed).toBe(10);
});

test("requests for tagged addresses without an account leave the owner their mails", async () => {
  for (let n = 0; n < 40; n++) {
    await from(world, `10.0.0.${n}`, async (ctx) => {
      expect(await bookReset(ctx, `a+${n}@b.co`, null)).toBe(false);
    });
  }
  await from(world, "10.0.9.9", async (ctx) => {
    expect(await bookReset(ctx, "a@b.co", OWNER)).toBe(true);
  });
});

test("mails to an account's own address do not wait for strangers' sign-ups", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_SITE", "1");
  vi.stubEnv("LIMIT_MAIL_PER_DOMAIN", "1");
  await waitOf("one@school.example");
  expect(await waitOf("two@school.example")).toBe(HOUR_MS);
  await from(world, "10.0.0.1", async (ctx) => {
    expect(await bookMail(ctx, "member@school.example", "emailStop")).toBe(0);
    expect(await bookMail(ctx, "member@school.example", "reset")).toBe(0);
  });
});
