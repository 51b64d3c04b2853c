import type { Id } from "../_generated/dataModel";
import { sha256 } from "../model/sha256";
import { HOUR_MS } from "../shared/limits";
import type { WriteCtx } from "../model/contexts";
import { emailOf, signIn } from "./test.leaver";
import { addClaimsAndAppeals } from "./test.leaverModeration";
import { addModeration } from "./test.leaverCases";
import type { Person, World } from "./test.world";

type Db = WriteCtx["db"];

/** Someone who leaves, someone else, and the content of both. */
interface Filled {
  readonly leaver: Person;
  readonly other: Person;
  readonly beatId: Id<"beats">;
  /** A beat of the other person, on which the leaver rapped and voted. */
  readonly otherBeat: Id<"beats">;
  readonly verseId: Id<"verses">;
  /** A verse of the other person on the leaver's beat. */
  readonly guestVerse: Id<"verses">;
}

/**
 * Gives a person a row in every table. Returns the texts that would lead to
 * them, and a beat of someone else that they rapped on and voted for.
 */
export async function fillEveryTable(world: World, leaver: Person) {
  const filled = await publish(world, leaver);
  const { other, beatId, otherBeat } = filled;
  const upload = await world.upload({ name: "empty.wav" });
  const piece = await world.upload({ name: "empty.wav" });
  const kept = [
    await world.upload({ name: "empty.wav" }),
    await world.upload({ name: "empty.wav" }),
  ] as const;
  await signIn(world, leaver);
  const uploadId = await world.t.run(async ({ db }) => {
    await addVotes(db, filled);
    const begun = await addUploads(db, leaver, upload, piece);
    await addAccount(db, leaver);
    await addPeople(db, filled);
    await addKeptVerses(db, filled, kept);
    await addContentRows(db, filled);
    await addCircle(db, filled);
    await addCyphers(db, filled);
    return begun;
  });
  const decisionId = await addModeration(world, leaver, other, beatId);
  const concerned = { leaver, other, beatId, otherBeat };
  await addClaimsAndAppeals(world, concerned, decisionId);
  const texts = await textsOf(world, filled);
  return { texts: [...texts, uploadId, piece, kept[0]], otherBeat };
}

async function publish(world: World, leaver: Person): Promise<Filled> {
  const other = await world.join({
    role: "producer_rapper",
    username: "elsewhere",
  });
  const beatId = await world.publishBeat(leaver, { title: "Vanishing beat" });
  const otherBeat = await world.publishBeat(other);
  const verseId = await world.publishVerse(leaver, otherBeat, {
    words: "words by them",
  });
  const guestVerse = await world.publishVerse(other, beatId);
  return { leaver, other, beatId, otherBeat, verseId, guestVerse };
}

async function addVotes(db: Db, { leaver, other, otherBeat }: Filled) {
  const { userId } = leaver;
  const row = { contentType: "beat", vote: 1, createdAt: 1 } as const;
  await db.insert("votes", { ...row, userId, contentId: otherBeat });
  await db.patch("beats", otherBeat, { voteCount: 1 });
  await db.insert("likes", { userId: other.userId, count: 1 });
  await db.insert("likes", { userId, count: 0 });
}

/** Returns the id of the upload to which the piece belongs. */
async function addUploads(
  db: Db,
  { userId }: Person,
  upload: Id<"_storage">,
  piece: Id<"_storage">,
) {
  await db.insert("files", {
    ownerId: userId,
    kind: "beats",
    storageId: upload,
    extension: null,
    claimedBy: null,
  });
  const uploadId = await db.insert("uploads", {
    ...{ ownerId: userId, kind: "beats", contentType: "", sizeBytes: 1 },
    ...{ sha256: "s", pieceBytes: 1, storageId: null, expiresAt: 2 ** 50 },
  });
  await db.insert("uploadPieces", { uploadId, index: 0, storageId: piece });
  return uploadId;
}

async function addAccount(db: Db, leaver: Person) {
  const { userId } = leaver;
  await db.insert("knownDevices", { userId, deviceHash: "d", seenAt: 1 });
  await db.insert("signInCodes", {
    ...{ userId, deviceHash: "d", codeHash: null },
    ...{ triesLeft: 1, expiresAt: 2 ** 50 },
  });
  await db.insert("accountSettings", {
    userId,
    mailLanguage: "hi",
    wantsSignInMails: true,
  });
  await db.insert("emailChanges", {
    userId,
    oldEmail: "before@example.com",
    newEmail: emailOf(leaver),
    status: "confirmed",
    requestedAt: 1,
  });
  await db.insert("mailedCodes", {
    userId,
    purpose: "reset",
    codeHash: "c",
    expiresAt: 1,
    usedAt: null,
  });
  const key = sha256(`mail:account reset ${emailOf(leaver)}`);
  const fullAt = Date.now() + HOUR_MS;
  await db.insert("attemptCounters", { key, countedAt: 1, fullAt });
  const account = await db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId))
    .unique();
  if (!account) throw new Error("no account");
  await db.insert("authVerificationCodes", {
    accountId: account._id,
    provider: "password",
    code: emailOf(leaver),
    expirationTime: 1,
  });
  await db.insert("authRateLimits", {
    identifier: account._id,
    lastAttemptTime: 1,
    attemptsLeft: 1,
  });
}

/** Adds rows that concern the person and someone else. */
async function addPeople(db: Db, { leaver, other, verseId }: Filled) {
  const { userId } = leaver;
  await db.insert("blocks", {
    blockerId: userId,
    blockedId: other.userId,
    createdAt: 1,
  });
  await db.insert("blocks", {
    blockerId: other.userId,
    blockedId: userId,
    createdAt: 1,
  });
  await db.insert("moderators", { userId, appointedAt: 1 });
  const formerShare = { userId, subjectHash: "h", endedAt: 1 };
  await db.insert("formerShares", formerShare);
  await db.insert("waitingClaims", {
    ...{ claimantId: userId, name: "Me", email: "me@example.org", link: "/" },
    ...{ work: "w", proof: "p", signature: "Me", language: "en" },
    ...{ codeHash: null, expiresAt: 2 ** 50, number: null },
  });
  const departureId = await db.insert("departures", {
    userId: other.userId,
    requestedAt: 1,
    dueAt: Date.now() * 2,
    keptAt: 1,
  });
  await db.insert("farewells", { departureId, rapperId: userId, verseId });
}

/**
 * Adds a verse of the person that someone else deleted, and one of someone else
 * that the person deleted.
 */
async function addKeptVerses(
  db: Db,
  { leaver, other }: Filled,
  files: readonly [Id<"_storage">, Id<"_storage">],
) {
  const rows = [
    [leaver.userId, other.userId, files[0]],
    [other.userId, leaver.userId, files[1]],
  ] as const;
  for (const [rapperId, producerId, storageId] of rows) {
    await db.insert("keptVerses", {
      ...{ rapperId, producerId, beatTitle: "Gone", extension: "webm" },
      ...{ storageId, sizeBytes: 1, isMoved: true, goesAt: 2 ** 50 },
    });
  }
}

/** Adds a cypher of each person, in which both rapped. */
async function addCyphers(
  db: Db,
  { leaver, other, beatId, otherBeat }: Filled,
) {
  for (const [hostId, on, micUserId] of [
    [leaver.userId, otherBeat, null],
    [other.userId, beatId, leaver.userId],
  ] as const) {
    const cypherId = await db.insert("cyphers", {
      ...{ hostId, beatId: on, bars: 8, status: "open", endReason: null },
      ...{
        endedAt: null,
        turnNo: 2,
        micUserId,
        micDueAt: micUserId && 2 ** 50,
      },
      ...{ micSendingUntil: null, micJobId: null, idleJobId: null },
      ...{ isLatenessGiven: false, nextStartBar: 1, verseCount: 0 },
      lastRapperId: leaver.userId,
      createdAt: 1,
    });
    for (const { userId } of [leaver, other])
      await db.insert("cypherPeople", {
        ...{ cypherId, userId, turns: 1, missed: 0, isWaiting: false },
        inLineAt: 1,
      });
    const { userId } = leaver;
    await db.insert("rooms", {
      ...{ cypherId, here: 1, people: [userId], awayIds: [userId] },
      ...{ chain: 1, dueAt: 0 },
    });
    await db.insert("roomLeases", {
      ...{ cypherId, userId, sessionId: "tab", token: userId, dueAt: 1 },
    });
  }
}

/** Adds follows in both directions, and rows in both bells. */
async function addCircle(db: Db, { leaver, other, beatId, otherBeat }: Filled) {
  const { userId } = leaver;
  for (const [followerId, followedId] of [
    [userId, other.userId],
    [other.userId, userId],
  ] as const) {
    const row = { followerId, followedId, createdAt: 1, latestAt: 1 };
    await db.insert("follows", row);
  }
  await db.insert("listTotals", {
    list: `followers/of=${userId}`,
    ...{ shard: 0, count: 1 },
  });
  await db.insert("followerTallies", { userId, told: 1, dueAt: null });
  await db.insert("listens", { userId, contentId: otherBeat, at: 1 });
  await db.insert("listens", {
    ...{ userId: other.userId, contentId: beatId, at: 1 },
  });
  const row = { kind: "verse", count: 1, at: 1, readAt: 1 } as const;
  await db.insert("bell", {
    ...{ ...row, userId, subjectId: beatId, actorId: other.userId },
  });
  await db.insert("bell", {
    ...{ ...row, userId: other.userId, subjectId: otherBeat, actorId: userId },
  });
}

async function addContentRows(db: Db, { leaver, beatId, otherBeat }: Filled) {
  const { userId } = leaver;
  await db.insert("voteShards", {
    ...{ contentId: beatId, authorId: userId },
    ...{ round: 1, shard: 0, count: 1 },
  });
  await db.insert("landmarks", {
    list: `beats/producer=${userId}#recent`,
    level: 0,
    start: 0,
    count: 1,
  });
  await db.insert("wordDrafts", {
    ...{ ownerId: userId, beatId: otherBeat, text: "words by them" },
    ...{ savedAt: 1, older: null },
  });
  await db.insert("previews", {
    contentId: beatId,
    version: "v",
    storageId: null,
    drawingSince: null,
  });
}

/** Returns the ids, names and keys that lead to the person. */
async function textsOf(
  world: World,
  { leaver, beatId, verseId, guestVerse }: Filled,
): Promise<string[]> {
  const { userId } = leaver;
  const accounts = await world.rows("authAccounts");
  const sessions = await world.rows("authSessions");
  const files = await world.rows("files");
  return [
    userId,
    leaver.username,
    emailOf(leaver),
    beatId,
    verseId,
    guestVerse,
    ...accounts.filter((one) => one.userId === userId).map(({ _id }) => _id),
    ...sessions.filter((one) => one.userId === userId).map(({ _id }) => _id),
    ...files
      .filter(({ ownerId, claimedBy }) =>
        ownerId === userId ? true : claimedBy === guestVerse,
      )
      .map(({ storageId }) => storageId),
    ...(await counterKeysOf(world, leaver)),
  ];
}

/** Returns the keys of the counters that exist under the person's name. */
async function counterKeysOf(world: World, leaver: Person): Promise<string[]> {
  const email = emailOf(leaver);
  const names = [leaver.userId, email, `${email} `, `reset ${email}`];
  const acts = ["signIn", "leave", "publish", "upload", "vote", "mail"];
  const limits = acts.flatMap((act) => [
    `${act}:account`,
    `${act}:youngAccount`,
  ]);
  const keys = new Set(
    names.flatMap((who) => limits.map((limit) => sha256(`${limit} ${who}`))),
  );
  const counters = await world.rows("attemptCounters");
  return counters.map(({ key }) => key).filter((key) => keys.has(key));
}
