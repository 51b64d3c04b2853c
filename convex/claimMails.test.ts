import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { CLAIM, claimAs } from "./testing/test.claims";
import type { Id } from "./_generated/dataModel";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  appoint,
  decideNow,
  openTestCase,
  type TestDecision,
} from "./testing/test.cases";
import {
  emailOf,
  joinWithPassword,
  leave,
  passOneDay,
  passSevenDays,
  removeAllDue,
} from "./testing/test.leaver";
import { linkIn, openMailbox } from "./testing/test.mailbox";
import { type Client, expectRefusal, makeWorld } from "./testing/test.world";

const CLAIMANT = "meera@example.org";

async function makeClaimed() {
  await setAuthKeys();
  const mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  const world = await makeWorld();
  const moderator = await appoint(world, await world.join());
  const owner = await joinWithPassword(world, {
    ...{ role: "producer_rapper", username: "uploader" },
  });
  const beatId = await world.publishBeat(owner);
  return { ...world, mailbox, moderator, owner, beatId };
}

let world: Awaited<ReturnType<typeof makeClaimed>>;

beforeEach(async () => {
  world = await makeClaimed();
});

afterEach(async () => {
  await world.end();
  await world.mailbox.close();
  vi.unstubAllEnvs();
});

const mailsTo = (address: string) =>
  world.mailbox.mails.filter(({ to }) => to === address);

/**
 * Returns the mails to an address, except those with a link that confirms a
 * claim.
 */
const outcomesTo = (address: string) =>
  mailsTo(address).filter(({ text }) => !text.includes("/claim?code="));

const toClaimant = () => outcomesTo(CLAIMANT);
const toOwner = () => mailsTo(emailOf(world.owner));

async function claim(fields: object = {}, client: Client = world.stranger) {
  const number = await claimAs(world, client, {
    ...{ email: CLAIMANT, link: `/beats/${world.beatId}`, ...fields },
  });
  await world.settle();
  const cases = await world.rows("cases");
  const found = cases.find((one) => one.number === number);
  if (!found) throw new Error("no case");
  return found;
}

async function decide(caseId: Id<"cases">, given: TestDecision) {
  await decideNow(world, world.moderator, caseId, given);
  await world.settle();
}

const dismiss = { decision: "dismiss" } as const;

test.each([
  [dismiss, "a moderator has turned it down. Gully stays."],
  [{ decision: "remove" }, "Gully has been removed."],
  [{ decision: "warn" }, "a moderator has acted on it. Gully stays."],
  [
    { decision: "suspend", suspension: 7 },
    "a moderator has acted on it. Gully stays.",
  ],
] as const)(
  "the claimant reads the outcome by mail: %j",
  async (given, text) => {
    const { _id, number } = await claim();
    expect(toClaimant()).toEqual([]);
    await decide(_id, { ...given, reason: "For the uploader alone." });
    await expect.poll(toClaimant).toHaveLength(1);
    const [mail] = toClaimant();
    expect(mail?.subject).toBe("A decision about your claim on Gully Cypher");
    expect(mail?.text).toContain(`Claim ${number}: ${text}`);
    expect(mail?.text).not.toContain("For the uploader alone.");
    expect(mail?.text).not.toContain(world.moderator.username);
  },
);

test("a claimant whose address is in Devanagari reads the outcome", async () => {
  const { _id } = await claim({ email: "मीरा@XN--P1B6CI4B4B3A.xn--h2brj9c" });
  await decide(_id, dismiss);
  await expect.poll(() => outcomesTo("मीरा@उदाहरण.भारत")).toHaveLength(1);
});

test("a claim whose address no mail reaches is refused in words", async () => {
  const mailbox = await openMailbox({ hideSMTPUTF8: true });
  vi.stubEnv("SMTP_URL", mailbox.url);
  const email = "मीरा@example.org";
  await expectRefusal(claim({ email }), "EMAIL_UNREACHABLE");
  expect(await world.rows("cases")).toEqual([]);
  await mailbox.close();
});

test("a claim that is refused anyway asks the mail server nothing", async () => {
  const email = "मीरा@example.org";
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1"); // no mail server is at this address
  const nowhere = claim({ email, link: "/beats/nothing" });
  await expectRefusal(nowhere, "CLAIM_ITEM_NOT_FOUND");
});

test("the mail is in the language of the form", async () => {
  const { _id } = await claim({ language: "hi" });
  await decide(_id, dismiss);
  await expect.poll(toClaimant).toHaveLength(1);
  expect(toClaimant()[0]?.text).toContain("मॉडरेटर ने इसे नहीं माना");
});

test("an unknown language is refused", async () => {
  await expect(claim({ language: "fr" })).rejects.toThrow(/validator/i);
});

test("the removal of the item by another case tells every claimant", async () => {
  await claim();
  await claim({ email: "other@example.org" });
  const subject = { subjectType: "beat", subjectId: world.beatId } as const;
  const { _id } = await openTestCase(world, subject);
  await decide(_id, { decision: "remove" });
  for (const address of [CLAIMANT, "other@example.org"]) {
    await expect.poll(() => outcomesTo(address)).toHaveLength(1);
  }
});

/** Runs the job that waits for the next day, for every claim in it. */
async function passDay() {
  await passOneDay(world);
  for (const { _id: claimId } of await world.rows("claims")) {
    await world.t.mutation(internal.claims.mailOutcomes, { claimId });
  }
  for (const { _id: noticeId } of await world.rows("notices")) {
    await world.t.mutation(internal.notices.mailWaiting, { noticeId });
  }
  await world.settle();
}

test("an address gets one such mail a day, about all claims decided since", async () => {
  const found = [];
  for (let n = 0; n < 3; n++) found.push(await claim());
  for (const { _id } of found) await decide(_id, dismiss);
  await expect.poll(toClaimant).toHaveLength(1);
  await passDay();
  await expect.poll(toClaimant).toHaveLength(2);
  const [first, second] = toClaimant().map(({ text }) => text);
  const [one, ...others] = found.map(({ number }) => number);
  expect(first).toContain(one);
  for (const number of others) {
    expect(first).not.toContain(number);
    expect(second).toContain(number);
  }
  await passDay();
  expect(toClaimant()).toHaveLength(2);
});

test("the claimant reads that the item is gone when its uploader leaves", async () => {
  const { number } = await claim();
  await leave(world.owner);
  await passSevenDays(world);
  await removeAllDue(world);
  await world.settle();
  await expect.poll(toClaimant).toHaveLength(1);
  expect(toClaimant()[0]?.text).toContain(
    `Claim ${number}: what you claimed is no longer on Gully Cypher.`,
  );
});

test("and when its uploader removes it, whatever a moderator then decides", async () => {
  const { _id } = await claim();
  await world.owner.mutation(api.beats.remove, { beatId: world.beatId });
  await decide(_id, dismiss);
  await expect.poll(toClaimant).toHaveLength(1);
  expect(toClaimant()[0]?.text).toContain("no longer on Gully Cypher.");
  expect(toClaimant()[0]?.text).not.toContain("stays");
});

test("a claimant who has left, or wants no mails about decisions, gets none", async () => {
  const claimant = await joinWithPassword(world, { username: "claimant" });
  const mine = { email: emailOf(claimant) };
  const first = await claim(mine, claimant);
  await claimant.mutation(api.account.setDecisionMails, { isWanted: false });
  await decide(first._id, dismiss);
  await passOneDay(world);
  const second = await claim(mine, claimant);
  await leave(claimant);
  await passSevenDays(world);
  await removeAllDue(world);
  await world.settle();
  await decide(second._id, dismiss);
  const subjects = mailsTo(mine.email).map(({ subject }) => subject);
  expect(subjects).not.toContain("A decision about your claim on Gully Cypher");
});

test("an uploader is mailed at once, then once a day with the number; the app shows every claim", async () => {
  for (let n = 0; n < 5; n++) await claim({ email: `c${n}@example.org` });
  await expect.poll(toOwner).toHaveLength(1);
  expect(toOwner()[0]?.text).not.toContain("more new claims");
  expect(await world.owner.query(api.notices.mine, {})).toHaveLength(5);
  await passDay();
  await expect.poll(toOwner).toHaveLength(2);
  const subject = "Someone claims your upload on Gully Cypher";
  expect(toOwner()[1]).toMatchObject({ subject });
  expect(toOwner()[1]?.text).toContain("There are 3 more new claims");
  await passDay();
  expect(toOwner()).toHaveLength(2);
});

test("claims that the uploader has read in the app are not mailed", async () => {
  for (let n = 0; n < 3; n++) await claim({ email: `c${n}@example.org` });
  await world.owner.mutation(api.notices.markRead, {});
  await passDay();
  expect(toOwner()).toHaveLength(1);
  await claim();
  await expect.poll(toOwner).toHaveLength(2);
});

test("the mailed link opens the claim; its mail says nothing that a stranger wrote", async () => {
  const sent = {
    ...{ name: "Evil", signature: "Evil", email: CLAIMANT },
    language: "hi",
    ...{ link: `/beats/${world.beatId}`, work: "evil.example", proof: "evil" },
  } as const;
  expect(await world.stranger.action(api.claims.create, sent)).toBeNull();
  const mail = await world.mailbox.mailTo(CLAIMANT, "/claim");
  expect(mail.text).not.toMatch(/evil|gully$/i);
  expect(mail.text).toContain("दावा पक्का करें");
  const code = linkIn(mail).searchParams.get("code") ?? "";
  const opened = await world.stranger.mutation(api.claims.confirm, { code });
  expect(opened).toMatchObject({ status: "opened" });
  await world.settle();
});

test("a mail that is sent again has the same link, which then works for its whole time", async () => {
  await world.stranger.action(api.claims.create, {
    ...{ ...CLAIM, email: CLAIMANT, link: `/beats/${world.beatId}` },
  });
  const first = await world.mailbox.mailTo(CLAIMANT, "/claim");
  const [waiting] = await world.rows("waitingClaims");
  if (!waiting) throw new Error("no claim waits");
  await world.t.run(({ db }) =>
    db.patch("waitingClaims", waiting._id, { expiresAt: 0 }),
  );
  const again = { waitingId: waiting._id, attempt: 2 };
  await world.t.action(internal.mail.sendClaimLink, again);
  const second = await world.mailbox.mailTo(CLAIMANT, "/claim", 2);
  expect(linkIn(second).href).toBe(linkIn(first).href);
  const code = linkIn(first).searchParams.get("code") ?? "";
  const opened = await world.stranger.mutation(api.claims.confirm, { code });
  expect(opened).toMatchObject({ status: "opened" });
  await world.settle();
});

test("an older claim with the address of its own account is mailed what became of it", async () => {
  const claimant = await joinWithPassword(world, { username: "claimant" });
  const own = { email: emailOf(claimant) };
  const { _id } = await claim(own, claimant);
  await forgetAnswers();
  await decide(_id, dismiss);
  await expect.poll(() => outcomesTo(own.email)).toHaveLength(1);
});

/** Changes the claims to what older versions stored. */
const forgetAnswers = () =>
  world.t.run(async ({ db }) => {
    for (const row of await db.query("claims").collect()) {
      const { isConfirmed: _, ...unconfirmed } = row;
      await db.replace("claims", row._id, unconfirmed);
    }
  });

test("an address that has not answered is not mailed what became of a claim", async () => {
  const { _id } = await claim();
  await forgetAnswers();
  await decide(_id, dismiss);
  expect(toClaimant()).toEqual([]);
});

test("nor if an older version left the mail waiting", async () => {
  const claimant = await joinWithPassword(world, { username: "claimant" });
  const stranger = await claim();
  await decide(stranger._id, dismiss);
  const own = await claim({ email: emailOf(claimant) }, claimant);
  await decide(own._id, dismiss);
  await expect.poll(toClaimant).toHaveLength(1);
  await expect.poll(() => outcomesTo(emailOf(claimant))).toHaveLength(1);
  await forgetAnswers();
  const claimIds = (await world.rows("claims")).map(({ _id }) => _id);
  const jobs = claimIds.map((claimId) =>
    world.t.query(internal.claims.outcomesFor, { claimIds: [claimId] }),
  );
  expect(await Promise.all(jobs)).toMatchObject([
    null,
    { outcomes: [{ number: own.number }] },
  ]);
});
