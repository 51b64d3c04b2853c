import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  appoint,
  decideNow,
  openTestCase,
  type TestDecision,
} from "./testing/test.cases";
import { linkIn, openMailbox } from "./testing/test.mailbox";
import { expectRefusal, makeWorld, reasonBy } from "./testing/test.world";

async function makeModerated() {
  await setAuthKeys();
  const mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  const world = await makeWorld();
  const moderator = await appoint(world, await world.join());
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(world.asRapper, beatId);
  return { ...world, mailbox, moderator, beatId, verseId };
}

let world: Awaited<ReturnType<typeof makeModerated>>;

beforeEach(async () => {
  world = await makeModerated();
});

afterEach(async () => {
  await world.end();
  await world.mailbox.close();
  vi.unstubAllEnvs();
});

const toRapper = () =>
  world.mailbox.mails.filter(
    ({ to, text }) =>
      to === `${world.asRapper.username}@example.com` &&
      linkIn({ text }).pathname === "/notices",
  );

async function decideOnVerse(given: TestDecision): Promise<void> {
  const { verseId: subjectId } = world;
  const found = await openTestCase(world, {
    ...{ subjectType: "verse" as const, subjectId },
    reason: "harassment",
  });
  await decideNow(world, world.moderator, found._id, given);
  await world.settle();
}

test("the author reads by mail what was decided, why, and how to appeal", async () => {
  await decideOnVerse({ decision: "remove", reason: "Leave <her> out." });
  await expect.poll(toRapper).toHaveLength(1);
  const [mail] = toRapper();
  expect(mail?.subject).toBe(
    "Something of yours was removed from Gully Cypher",
  );
  expect(mail?.text).toContain("A moderator has removed this:");
  expect(mail?.text).toContain("Reason: Harassment or bullying.");
  expect(mail?.text).toContain('The moderator writes: "Leave <her> out."');
  expect(mail?.text).toContain("you can appeal once");
  expect(mail?.html).toContain("Leave &lt;her&gt; out.");
  expect(mail?.text).not.toContain(world.moderator.username);
});

test("a mail names what is gone already", async () => {
  const { verseId, moderator, asRapper } = world;
  const subject = { subjectType: "verse", subjectId: verseId } as const;
  const { _id } = await openTestCase(world, subject);
  await asRapper.mutation(api.verses.remove, { verseId });
  await decideNow(world, moderator, _id, { decision: "warn" });
  await world.settle();
  await expect.poll(toRapper).toHaveLength(1);
  expect(toRapper()[0]?.text).toContain("because of this: Gully.");
});

test("a suspended person reads until when", async () => {
  await decideOnVerse({ decision: "suspend", suspension: "forGood" });
  await expect.poll(toRapper).toHaveLength(1);
  expect(toRapper()[0]?.text).toContain("The suspension is for good.");
  await decideOnVerse({ decision: "suspend", suspension: 7 });
  await expect.poll(toRapper).toHaveLength(2);
  expect(toRapper()[1]?.text).toMatch(/The suspension ends on \d+ \w+ \d{4}\./);
});

async function removeBeat() {
  const { beatId: subjectId, moderator } = world;
  const subject = { subjectType: "beat", subjectId } as const;
  const { _id } = await openTestCase(world, subject);
  const reason = "Only for the producer.";
  await decideNow(world, moderator, _id, { decision: "remove", reason });
  await world.settle();
}

test("a rapper reads by mail that a verse went with a removed beat, and not why", async () => {
  await world.publishVerse(world.asRapper, world.beatId);
  await removeBeat();
  await expect.poll(toRapper).toHaveLength(1);
  const [mail] = toRapper();
  expect(mail?.subject).toBe("Your verse on Gully Cypher went with its beat");
  expect(mail?.text).toContain("A moderator has removed this beat: Gully.");
  expect(mail?.text).toContain("not about you");
  expect(mail?.text).not.toMatch(/Reason:|Only for the producer|appeal/);
});

test("a mail about a lost verse is in the language of its reader", async () => {
  const setLanguage = api.account.setMailLanguage;
  await world.asRapper.mutation(setLanguage, { language: "hi" });
  await removeBeat();
  await expect.poll(toRapper).toHaveLength(1);
  expect(toRapper()[0]?.text).toContain("एक मॉडरेटर ने यह बीट हटा दी है: Gully।");
});

test("a rapper who wants no mails about decisions gets none about a lost verse", async () => {
  const isWanted = false;
  await world.asRapper.mutation(api.account.setDecisionMails, { isWanted });
  await removeBeat();
  expect(toRapper()).toEqual([]);
  const notices = await world.asRapper.query(api.notices.mine, {});
  expect(notices).toMatchObject([{ lostVerse: true }]);
});

test("nobody is mailed about a report that was dismissed", async () => {
  await decideOnVerse({ decision: "dismiss" });
  expect(toRapper()).toEqual([]);
});

test.each([
  [
    "sameAudio",
    "Someone else had uploaded the same audio before. A moderator has looked at this and decided not to remove it:",
  ],
  ["claim", "A moderator has turned the claim down."],
  ["appeal", "Your appeal was turned down:"],
] as const)("a mail says what was dismissed: %s", async (kind, words) => {
  const { verseId: subjectId } = world;
  const found = await openTestCase(world, {
    ...{ subjectType: "verse" as const, subjectId, kind },
    reason: "copyright",
  });
  await decideNow(world, world.moderator, found._id, { decision: "dismiss" });
  await world.settle();
  await expect.poll(toRapper).toHaveLength(1);
  const text = toRapper()[0]?.text ?? "";
  expect(text).toContain(words);
  expect(text).toContain(
    "It was about: Someone else's work, used without permission.",
  );
  expect(text.includes("appeal was")).toBe(kind === "appeal");
});

test("the uploader reads by mail that someone claims the item", async () => {
  await claimAs(world, world.stranger, {
    name: "Meera",
    email: "meera@example.org",
    link: `/beats/${world.beatId}#verse-${world.verseId}`,
    work: "Rain",
    proof: "https://music.example/rain",
    signature: "Meera",
  });
  await world.settle();
  await expect.poll(toRapper).toHaveLength(1);
  const [mail] = toRapper();
  expect(mail?.subject).toBe("Someone claims your upload on Gully Cypher");
  expect(mail?.text).toContain("You can answer once");
});

test("mails come in the chosen language, and not to people who want none", async () => {
  const { asRapper } = world;
  const setLanguage = api.account.setMailLanguage;
  await asRapper.mutation(setLanguage, { language: "hi" });
  await decideOnVerse({ decision: "warn" });
  await expect.poll(toRapper).toHaveLength(1);
  expect(toRapper()[0]?.text).toContain("कारण: परेशान करना या धमकाना।");
  await asRapper.mutation(api.account.setDecisionMails, { isWanted: false });
  const settings = await asRapper.query(api.account.settings, {});
  expect(settings).toMatchObject({ wantsDecisionMails: false });
  await decideOnVerse({ decision: "warn" });
  expect(toRapper()).toHaveLength(1);
});

test("a notice that is gone by the time of the mail is not mailed", async () => {
  await decideOnVerse({ decision: "warn" });
  await expect.poll(toRapper).toHaveLength(1);
  const [notice] = await world.rows("notices");
  if (!notice) throw new Error("no notice");
  const noticeId = notice._id;
  await world.t.run((ctx) => ctx.db.delete("notices", noticeId));
  const job = { noticeId, attempt: 1 };
  expect(await world.t.action(internal.mail.sendDecision, job)).toBeNull();
  expect(toRapper()).toHaveLength(1);
});

test("only a signed-in person chooses, within the limit of settings", async () => {
  const choose = api.account.setDecisionMails;
  const isWanted = false;
  await expectRefusal(
    world.stranger.mutation(choose, { isWanted }),
    "NOT_SIGNED_IN",
  );
  const invalid = "no" as unknown as boolean; // invalid on purpose
  await expect(
    world.asRapper.mutation(choose, { isWanted: invalid }),
  ).rejects.toThrow(/validator/i);
  vi.stubEnv("LIMIT_SETTINGS_PER_ACCOUNT", "1");
  await world.asRapper.mutation(choose, { isWanted });
  const again = world.asRapper.mutation(choose, { isWanted });
  expect(await reasonBy(again)).toMatchObject({ code: "RATE_LIMITED" });
});
