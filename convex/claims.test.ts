import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { sha256 } from "./model/sha256";
import { CLAIM, claimAs, mailedClaimCode } from "./testing/test.claims";
import { appoint, decide, decideNow, openTestCase } from "./testing/test.cases";
import {
  expectRefusal,
  makeWorld,
  reasonBy,
  type Client,
} from "./testing/test.world";

async function makeClaimed() {
  const world = await makeWorld();
  const moderator = await appoint(world, await world.join());
  const beatId = await world.publishBeat(world.asProducer);
  const verseId = await world.publishVerse(world.asRapper, beatId);
  return { ...world, moderator, beatId, verseId };
}

let world: Awaited<ReturnType<typeof makeClaimed>>;

beforeEach(async () => {
  world = await makeClaimed();
});

afterEach(async () => {
  await world.end();
  vi.unstubAllEnvs();
});

const SCRIPT = "<script>alert(1)</script>";

const claim = (fields: object = {}, client: Client = world.stranger) =>
  claimAs(world, client, {
    name: "Meera Iyer",
    email: "Meera@Example.com",
    link: `https://gully.example/beats/${world.beatId}`,
    work: "My track Rain, 2019",
    proof: "https://music.example/rain",
    signature: "Meera Iyer",
    ...fields,
  });

const caseId = async () => {
  const [found] = await world.rows("cases");
  if (!found) throw new Error("there is no case");
  return found._id;
};

const answer = async (client: Client, text = "I licensed it.") =>
  client.mutation(api.claims.answer, { caseId: await caseId(), text });

test("a person without an account claims a beat, and nothing is removed", async () => {
  const number = await claim();
  expect(number).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  expect(await world.rows("beats")).toHaveLength(1);
  expect(await world.rows("cases")).toMatchObject([
    {
      number,
      kind: "claim",
      reason: "copyright",
      reporterId: null,
      ownerId: world.asProducer.userId,
      subjectId: world.beatId,
    },
  ]);
});

test("the uploader is told who claims what, but not the address", async () => {
  await claim();
  const notices = await world.asProducer.query(api.notices.mine, {});
  expect(notices).toMatchObject([
    {
      kind: "claim",
      about: "Gully",
      decision: null,
      claim: { name: "Meera Iyer", work: "My track Rain, 2019", answer: null },
      canAnswer: true,
    },
  ]);
  expect(JSON.stringify(notices)).not.toContain("example.com");
});

test("the uploader answers once, and the moderator reads it", async () => {
  const { asProducer, moderator } = world;
  await claim();
  await answer(asProducer);
  await expectRefusal(answer(asProducer), "ANSWERED_ALREADY");
  const [notice] = await asProducer.query(api.notices.mine, {});
  expect(notice?.canAnswer).toBe(false);
  const details = await moderator.query(api.moderation.get, {
    caseId: await caseId(),
  });
  expect(details.claim).toEqual({
    name: "Meera Iyer",
    email: "meera@example.com",
    work: "My track Rain, 2019",
    proof: "https://music.example/rain",
    signature: "Meera Iyer",
    answer: "I licensed it.",
  });
});

test("nothing in a claim or its answer covers or reverses other texts", async () => {
  const { asProducer, moderator, t } = world;
  const hostile = `\u202Egpj.Z${"\u0301".repeat(99)}`;
  const line = `gpj.Z${"\u0301".repeat(8)}`;
  const long = `${hostile}\n\n\n\nb`;
  await claim({ name: hostile, signature: hostile, work: long, proof: long });
  await answer(asProducer, long);
  const texts = { work: `${line}\n\nb`, proof: `${line}\n\nb` };
  const clean = { name: line, signature: line, ...texts, answer: texts.work };
  const [row] = await world.rows("claims");
  expect(row).toMatchObject(clean);
  expect(await world.rows("cases")).toMatchObject([{ text: texts.work }]);
  if (!row) throw new Error("there is no claim");
  const typed = { name: hostile, signature: hostile, work: long, answer: long };
  await t.run((ctx) => ctx.db.patch("claims", row._id, typed));
  const id = { caseId: await caseId() };
  const details = await moderator.query(api.moderation.get, id);
  expect(details.claim).toMatchObject(clean);
});

test("a suspended uploader can still answer", async () => {
  await claim();
  const suspend = { decision: "suspend", suspension: 7 } as const;
  await claim({ link: `/beats/x#verse-${world.verseId}` });
  const onVerse = (await world.rows("cases")).at(-1);
  if (!onVerse) throw new Error("there is no second case");
  await decideNow(world, world.moderator, onVerse._id, suspend);
  await claim({ link: `/listen/beats/${world.beatId}` });
  await answer(world.asProducer);
});

test("only the uploader answers, and only an open claim", async () => {
  await claim();
  await expectRefusal(answer(world.asRapper), "CLAIM_NOT_FOUND");
  await expectRefusal(answer(world.stranger), "NOT_SIGNED_IN");
  await expectRefusal(answer(world.asProducer, " "), "ANSWER_REQUIRED");
  const long = answer(world.asProducer, "x".repeat(1001));
  await expectRefusal(long, "CLAIM_TEXT_TOO_LONG");
  const args = { caseId: "garbage", text: "x" };
  const garbage = world.asProducer.mutation(api.claims.answer, args);
  await expectRefusal(garbage, "CLAIM_NOT_FOUND");
  const dismiss = { decision: "dismiss" } as const;
  await decideNow(world, world.moderator, await caseId(), dismiss);
  await expectRefusal(answer(world.asProducer), "CLAIM_DECIDED");
  const [latest] = await world.asProducer.query(api.notices.mine, {});
  expect(latest).toMatchObject({ decision: { decision: "dismiss" } });
});

const WITHOUT_REMOVAL = [
  { decision: "dismiss" },
  { decision: "warn" },
  { decision: "suspend", suspension: 7 },
] as const;

const reportBeat = () =>
  openTestCase(world, { subjectType: "beat", subjectId: world.beatId });

const openKinds = async () =>
  (await world.rows("cases"))
    .filter(({ decidedAt }) => decidedAt === null)
    .map(({ kind }) => kind);

test.each(WITHOUT_REMOVAL)(
  "a claim stays open when a report on its item is decided: %j",
  async (given) => {
    const { moderator, asProducer } = world;
    await claim();
    const report = await reportBeat();
    await reportBeat();
    const pendingId = await decide(moderator, report._id, given);
    const queue = await moderator.query(api.moderation.queue, {});
    expect(queue.cases.map(({ kind }) => kind)).toEqual(["claim"]);
    await world.t.mutation(internal.moderation.carryOut, { pendingId });
    expect(await openKinds()).toEqual(["claim"]);
    await answer(asProducer);
    await decideNow(world, moderator, await caseId(), { decision: "dismiss" });
    const [latest] = await asProducer.query(api.notices.mine, {});
    expect(latest).toMatchObject({
      kind: "claim",
      decision: { decision: "dismiss" },
    });
  },
);

test.each(WITHOUT_REMOVAL)(
  "a decision about a claim leaves other claims and reports open: %j",
  async (given) => {
    await claim();
    await claim({ email: "other@example.com" });
    await reportBeat();
    await decideNow(world, world.moderator, await caseId(), given);
    expect(await openKinds()).toEqual(["claim", "report"]);
  },
);

test("the removal of the item closes all claims and reports on it", async () => {
  const remove = { decision: "remove" } as const;
  await claim();
  await claim({ email: "other@example.com" });
  const report = await reportBeat();
  await decideNow(world, world.moderator, report._id, remove);
  expect(await openKinds()).toEqual([]);
  await expectRefusal(answer(world.asProducer), "CLAIM_DECIDED");
});

test("scripts in every field are kept as text", async () => {
  const fields = { name: SCRIPT, work: SCRIPT, proof: SCRIPT };
  await claim({ ...fields, signature: SCRIPT });
  expect(await world.rows("claims")).toMatchObject([
    { ...fields, signature: SCRIPT },
  ]);
});

test.each([
  [{ name: " " }, "CLAIM_NAME_REQUIRED"],
  [{ name: "\u202E\u200B" }, "CLAIM_NAME_REQUIRED"],
  [{ name: "x".repeat(101) }, "CLAIM_NAME_TOO_LONG"],
  [{ email: "" }, "EMAIL_REQUIRED"],
  [{ email: `<${SCRIPT}>@x` }, "EMAIL_INVALID"],
  [{ link: "" }, "CLAIM_LINK_INVALID"],
  [{ link: "javascript:alert(1)" }, "CLAIM_LINK_INVALID"],
  [{ link: `/beats/${"x".repeat(600)}` }, "CLAIM_LINK_INVALID"],
  [{ link: "/beats/abc" }, "CLAIM_ITEM_NOT_FOUND"],
  [{ link: "/beats/abc#verse-def" }, "CLAIM_ITEM_NOT_FOUND"],
  [{ work: "" }, "CLAIM_WORK_REQUIRED"],
  [{ work: "x".repeat(1001) }, "CLAIM_TEXT_TOO_LONG"],
  [{ proof: "" }, "CLAIM_PROOF_REQUIRED"],
  [{ proof: "x".repeat(1001) }, "CLAIM_TEXT_TOO_LONG"],
  [{ signature: "" }, "CLAIM_SIGNATURE_REQUIRED"],
] as const)("refuses %j with %s", async (fields, code) => {
  await expectRefusal(claim(fields), code);
  expect(await world.rows("cases")).toEqual([]);
  expect(await world.rows("notices")).toEqual([]);
});

test("a link leads to this site and not to another", async () => {
  vi.stubEnv("SITE_URL", "https://gully.example");
  const path = `/beats/${world.beatId}`;
  for (const host of ["https://other.example", "//other.example", "x:"]) {
    await expectRefusal(claim({ link: host + path }), "CLAIM_LINK_INVALID");
  }
  expect(await world.rows("cases")).toEqual([]);
  for (const host of ["https://gully.example", ""]) {
    await claim({ link: host + path });
  }
  expect(await world.rows("cases")).toHaveLength(2);
});

test("a site without an address takes links of its local network", async () => {
  vi.stubEnv("SITE_URL", "http://localhost:5173");
  const path = `/listen/beats/${world.beatId}`;
  for (const host of ["http://192.168.1.5:5173", "http://localhost:5173"]) {
    await claim({ link: host + path });
  }
  expect(await world.rows("cases")).toHaveLength(2);
});

test("nobody claims what they uploaded themselves", async () => {
  await expectRefusal(claim({}, world.asProducer), "CLAIM_OWN_ITEM");
});

test("a moderator does not decide about their own claim", async () => {
  await claim({}, world.moderator);
  const dismiss = { decision: "dismiss" } as const;
  const attempt = decideNow(world, world.moderator, await caseId(), dismiss);
  await expectRefusal(attempt, "OWN_REPORT");
});

test("claims are limited and say when to try again", async () => {
  vi.stubEnv("LIMIT_CLAIM_PER_ACCOUNT", "1");
  await claim();
  expect(await reasonBy(claim())).toMatchObject({ code: "RATE_LIMITED" });
});

const HASH = /^[0-9a-f]{64}$/;

/** Sends a claim, and returns the code that is mailed to its mailbox. */
async function mailedCode(fields: object = {}): Promise<string> {
  const sent = { ...CLAIM, link: `/beats/${world.beatId}`, ...fields };
  expect(await world.stranger.action(api.claims.create, sent)).toBeNull();
  return mailedClaimCode(world);
}

const confirm = (code: string) =>
  world.stranger.mutation(api.claims.confirm, { code });

test("nobody hears of a claim before its mailbox has answered", async () => {
  const code = await mailedCode();
  expect(await world.rows("cases")).toEqual([]);
  expect(await world.rows("notices")).toEqual([]);
  expect(await world.rows("waitingClaims")).toMatchObject([
    { codeHash: expect.stringMatching(HASH) as string, number: null },
  ]);
  const opened = await confirm(code);
  expect(opened).toMatchObject({ status: "opened" });
  expect(await confirm(code)).toEqual(opened);
  expect(await world.rows("cases")).toHaveLength(1);
  expect(await world.rows("claims")).toMatchObject([{ isConfirmed: true }]);
});

test("a member's own confirmed address has answered already; another one has not", async () => {
  const { asRapper } = world;
  const own = `${asRapper.username}@example.com`;
  const link = `/beats/${world.beatId}`;
  const send = (email: string) =>
    asRapper.action(api.claims.create, { ...CLAIM, email, link });
  expect(await send(own)).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  expect(await send("other@example.com")).toBeNull();
  expect(await world.rows("cases")).toHaveLength(1);
});

test("a wrong code, an old one and one for a beat that is gone open nothing", async () => {
  expect(await confirm("x")).toEqual({ status: "invalid" });
  expect(await confirm(sha256("forged"))).toEqual({ status: "invalid" });
  const old = await mailedCode();
  await world.t.run(async ({ db }) => {
    for (const { _id } of await db.query("waitingClaims").collect())
      await db.patch("waitingClaims", _id, { expiresAt: Date.now() - 1 });
  });
  expect(await confirm(old)).toEqual({ status: "expired" });
  await world.t.mutation(internal.claims.purge, {});
  expect(await world.rows("waitingClaims")).toEqual([]);
  const late = await mailedCode();
  await world.asProducer.mutation(api.beats.remove, { beatId: world.beatId });
  expect(await confirm(late)).toEqual({ status: "gone" });
  expect(await world.rows("cases")).toEqual([]);
});

test("whoever has the code reads the claim before they confirm it", async () => {
  await world.stranger.action(api.claims.create, {
    ...{ ...CLAIM, link: `/beats/${world.beatId}` },
  });
  const code = await mailedClaimCode(world);
  const read = () => world.stranger.mutation(api.claims.read, { code });
  expect(await read()).toEqual({
    status: "waiting",
    link: `/beats/${world.beatId}`,
    ...{ name: "Meera", signature: "Meera", work: "Rain", proof: "a link" },
  });
  expect(await world.rows("cases")).toEqual([]);
  const opened = await world.stranger.mutation(api.claims.confirm, { code });
  expect(await read()).toEqual(opened);
  for (const wrong of ["", sha256("wrong")]) {
    const found = world.stranger.mutation(api.claims.read, { code: wrong });
    expect(await found).toEqual({ status: "invalid" });
  }
});

test("a flood of claims in other people's names reaches no moderator", async () => {
  vi.stubEnv("LIMIT_CLAIM_PER_ORIGIN", "off");
  for (let n = 0; n < 30; n++)
    await world.stranger.action(api.claims.create, {
      ...{ ...CLAIM, email: `victim${n}@example.org` },
      link: `/beats/${world.beatId}`,
    });
  const queue = await world.moderator.query(api.moderation.queue, {});
  expect(queue.cases).toEqual([]);
});

test("four hundred confirmed claims on one beat hide no later claim on another", async () => {
  await claim();
  const [first] = await world.rows("cases");
  if (!first) throw new Error("there is no case");
  const { _id, _creationTime, ...fields } = first;
  await world.t.run(async ({ db }) => {
    for (let n = 0; n < 400; n++)
      await db.insert("cases", { ...fields, isRepeated: true });
  });
  await claim({ link: `/beats/x#verse-${world.verseId}` });
  const shown = async () =>
    (await world.moderator.query(api.moderation.queue, {})).cases;
  expect(await shown()).toHaveLength(2);
  await decideNow(world, world.moderator, _id, { decision: "dismiss" });
  const ids = (await shown()).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(ids).not.toContain(_id);
});
