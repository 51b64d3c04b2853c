import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { linkIn } from "./testing/test.mailbox";
import { withMailWorld, type Mailbox } from "./testing/test.mailWorld";
import {
  emailOf,
  joinWithPassword,
  leave,
  passOneDay,
  passSevenDays,
  removeAllDue,
  signIn,
} from "./testing/test.leaver";
import {
  type Person,
  type World,
  expectRefusal,
  reasonBy,
} from "./testing/test.world";
import { DAY_MS } from "./shared/limits";

let mailbox: Mailbox;
let world: World;
withMailWorld((made) => ({ world, mailbox } = made));
let producer: Person;
let rapper: Person;
let listener: Person;

beforeEach(async () => {
  producer = await joinWithPassword(world, {
    role: "producer_rapper",
    username: "leaver",
  });
  rapper = await joinWithPassword(world, { role: "rapper", username: "stays" });
  listener = await joinWithPassword(world, { username: "ears" });
});

const noNotice = {
  ...{ keptAt: null, going: [], deleted: [] },
  ...{ hasMoreGoing: false, hasMoreDeleted: false },
};

test("says what goes: beats, verses, votes, and verses of others on these beats", async () => {
  const beatId = await world.publishBeat(producer);
  await world.publishVerse(producer, beatId);
  await world.publishVerse(rapper, beatId);
  expect(await producer.query(api.leaving.belongings, {})).toEqual({
    beats: 1,
    verses: 1,
    votes: 0,
    versesOfOthers: 1,
  });
  const vote = { contentType: "beat", contentId: beatId, voted: true } as const;
  await listener.mutation(api.votes.set, vote);
  const ofListener = { beats: 0, verses: 0, votes: 1, versesOfOthers: 0 };
  expect(await listener.query(api.leaving.belongings, {})).toEqual(ofListener);
});

test("a stranger has nothing that could go, and no notices", async () => {
  expect(await world.stranger.query(api.leaving.belongings, {})).toBeNull();
  expect(await world.stranger.query(api.leaving.notices, {})).toEqual(noNotice);
});

test("asks for the password before anything happens", async () => {
  const attempt = (password: string) =>
    producer.action(api.leaving.deleteAccount, { password });
  await expectRefusal(attempt(""), "PASSWORD_REQUIRED");
  await expectRefusal(attempt("something else"), "PASSWORD_WRONG");
  await expectRefusal(attempt("x".repeat(300)), "PASSWORD_WRONG");
  await expectRefusal(attempt("x".repeat(3000)), "INPUT_TOO_LARGE");
  expect(await world.rows("departures")).toEqual([]);
  expect(await producer.query(api.viewer.get, {})).not.toBeNull();
});

test("only a signed-in person can ask", async () => {
  await expectRefusal(leave(world.stranger), "NOT_SIGNED_IN");
  const dismissal = world.stranger.mutation(api.leaving.dismissKept, {});
  await expectRefusal(dismissal, "NOT_SIGNED_IN");
});

test("guesses of the password are limited", async () => {
  vi.stubEnv("LIMIT_LEAVE_PER_ACCOUNT", "1");
  const guess = () =>
    producer.action(api.leaving.deleteAccount, { password: "a wrong guess" });
  await expectRefusal(guess(), "PASSWORD_WRONG");
  expect(await reasonBy(guess())).toMatchObject({ code: "RATE_LIMITED" });
});

test("the request ends every session and removes nothing for seven days", async () => {
  const beatId = await world.publishBeat(producer);
  const elsewhere = await signIn(world, producer);
  const { dueAt } = await leave(producer);
  expect(dueAt - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  expect(await producer.query(api.viewer.get, {})).toBeNull();
  expect(await elsewhere.query(api.viewer.get, {})).toBeNull();
  await world.t.mutation(internal.leaving.removeDue, {});
  expect(await world.stranger.query(api.beats.get, { beatId })).not.toBeNull();
});

test("an unconfirmed person without a profile can leave too", async () => {
  const unconfirmed = await joinWithPassword(world, {
    username: "new",
    isConfirmed: false,
    hasProfile: false,
  });
  await leave(unconfirmed);
  await passSevenDays(world);
  await removeAllDue(world);
  const users = await world.rows("users");
  expect(users.map(({ _id }) => _id)).not.toContain(unconfirmed.userId);
});

test("signing in within seven days keeps the account and says so until dismissed", async () => {
  const beatId = await world.publishBeat(producer);
  await world.publishVerse(rapper, beatId);
  await leave(producer);
  const back = await signIn(world, producer);
  const { keptAt } = await back.query(api.leaving.notices, {});
  expect(keptAt).toBeGreaterThan(0);
  await passSevenDays(world);
  await world.t.mutation(internal.leaving.removeDue, {});
  expect(await world.stranger.query(api.beats.get, { beatId })).not.toBeNull();

  await back.mutation(api.leaving.dismissKept, {});
  await back.mutation(api.leaving.dismissKept, {});
  expect(await back.query(api.leaving.notices, {})).toEqual(noNotice);
  await leave(back);
  expect(await world.rows("departures")).toHaveLength(1);
});

test("once the removal has begun, signing in finds no account", async () => {
  await leave(producer);
  await passSevenDays(world);
  await expectRefusal(signIn(world, producer), "INVALID_CREDENTIALS");
  await world.t.mutation(internal.leaving.removeDue, {});
  await expectRefusal(signIn(world, producer), "INVALID_CREDENTIALS");
});

test("rappers learn which of their verses go and can save them; the leaving person does not", async () => {
  const beatId = await world.publishBeat(producer, { title: "Farewell" });
  const verseId = await world.publishVerse(rapper, beatId);
  await world.publishVerse(producer, beatId);
  const { dueAt } = await leave(producer);
  await expect
    .poll(() => rapper.query(api.leaving.notices, {}))
    .toMatchObject({
      going: [
        {
          verseId,
          beatTitle: "Farewell",
          producer: "leaver",
          goesAt: dueAt,
          extension: "webm",
        },
      ],
    });
  const { going } = await rapper.query(api.leaving.notices, {});
  expect(going[0]?.fileUrl).toContain("http");
  expect(await listener.query(api.leaving.notices, {})).toEqual(noNotice);

  const back = await signIn(world, producer);
  expect((await back.query(api.leaving.notices, {})).going).toEqual([]);
  expect(await rapper.query(api.leaving.notices, {})).toEqual(noNotice);
  await expect.poll(() => world.rows("farewells")).toEqual([]);
});

test("a verse recorded during the seven days is announced as well", async () => {
  const beatId = await world.publishBeat(producer);
  await leave(producer);
  const verseId = await world.publishVerse(rapper, beatId);
  const { going } = await rapper.query(api.leaving.notices, {});
  expect(going.map((verse) => verse.verseId)).toEqual([verseId]);
});

test("mails the leaving person once, and each rapper once for all verses", async () => {
  const beatId = await world.publishBeat(producer);
  await world.publishVerse(rapper, beatId);
  await world.publishVerse(rapper, beatId);
  await leave(producer);
  const own = await mailbox.mailTo(emailOf(producer), "/login");
  expect(own.subject).toBe("Your Gully Cypher account will be deleted");
  const theirs = await mailbox.mailTo(emailOf(rapper), "/home");
  expect(theirs.subject).toBe("Save your verses before they go");
  expect(linkIn(theirs).origin).toBe("http://localhost:5173");
  await expect.poll(() => world.rows("farewells")).toHaveLength(2);
  await world.settle();
  expect(mailbox.mails).toHaveLength(2);
});

test("someone who leaves, stays and leaves again mails each rapper once a day", async () => {
  const beatId = await world.publishBeat(producer);
  await world.publishVerse(rapper, beatId);
  const leaveOnceMore = async () => {
    await leave(await signIn(world, producer));
    await world.settle();
    expect(await world.rows("farewells")).toHaveLength(1);
    return mailbox.mails.filter(({ to }) => to === emailOf(rapper)).length;
  };
  expect(await leaveOnceMore()).toBe(1);
  expect(await leaveOnceMore()).toBe(1);
  await passOneDay(world);
  expect(await leaveOnceMore()).toBe(2);
});

test("announcing twice adds no second notice", async () => {
  const beatId = await world.publishBeat(producer);
  await world.publishVerse(rapper, beatId);
  await leave(producer);
  const [departure] = await world.rows("departures");
  if (!departure) throw new Error("no departure");
  const args = { departureId: departure._id, after: 0 };
  await world.t.mutation(internal.leaving.announce, args);
  await world.t.mutation(internal.leaving.announce, args);
  expect(await world.rows("farewells")).toHaveLength(1);
});

test("the removal takes votes back, and every count agrees", async () => {
  const theirs = await joinWithPassword(world, {
    role: "producer",
    username: "other",
  });
  const beatId = await world.publishBeat(theirs);
  const verseId = await world.publishVerse(producer, beatId);
  await world.publishVerse(rapper, beatId);
  const vote = { contentType: "beat", contentId: beatId, voted: true } as const;
  await listener.mutation(api.votes.set, vote);
  const ofVerse = { contentType: "verse", contentId: verseId } as const;
  await listener.mutation(api.votes.set, { ...ofVerse, voted: true });
  await leave(listener);
  await leave(producer);
  await passSevenDays(world);
  await removeAllDue(world);

  const beat = await world.stranger.query(api.beats.get, { beatId });
  expect(beat).toMatchObject({ voteCount: 0, verseCount: 1 });
  const stats = { userId: theirs.userId };
  expect(await world.stranger.query(api.stats.get, stats)).toMatchObject({
    totalBeats: 1,
    totalLikes: 0,
  });
  const page = { sort: "recent", page: 1 } as const;
  const verses = await world.stranger.query(api.verses.list, page);
  expect(verses.total).toBe(1);
});

test("an operator can end the seven days early, but only for someone who leaves", async () => {
  const remove = (username: string) =>
    world.t.mutation(internal.leaving.removeNow, { username });
  expect(await remove("leaver")).toBe(false);
  expect(await remove("nobody")).toBe(false);
  await leave(producer);
  expect(await remove("LEAVER")).toBe(true);
  await removeAllDue(world);
  expect(await world.rows("departures")).toEqual([]);
  await expectRefusal(leave(producer), "NOT_SIGNED_IN");
});
