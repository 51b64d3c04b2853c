import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { exportTables } from "./exportTables";
import { moderationTables } from "./moderationTables";
import { gridValidator, keyValidator } from "./shared/bars";
import { roleValidator } from "./shared/roles";
import { uploadTables } from "./uploadTables";
import {
  audioFormatValidator,
  codePurposeValidator,
  contentIdValidator,
  contentTypeValidator,
  deviceNameValidator,
  emailChangeStatusValidator,
  fileKindValidator,
  languageValidator,
  loudnessValidator,
  termsValidator,
  versesLimitValidator,
} from "./shared/validators";
import { wordTables } from "./wordTables";

export default defineSchema({
  ...authTables,
  users: authTables.users.index("by_emailVerificationTime", [
    "emailVerificationTime",
  ]),
  authSessions: authTables.authSessions.index("by_expirationTime", [
    "expirationTime",
  ]),
  ...uploadTables,
  ...wordTables,
  ...exportTables,

  profiles: defineTable({
    userId: v.id("users"),
    username: v.string(),
    usernameFolded: v.string(), // unique: two usernames must differ in more than case
    looksVersion: v.optional(v.number()), // of this profile's rows in usernameLooks; unset if it has none yet
    role: roleValidator,
    state: v.string(), // empty for people who have always been listeners
    bio: v.string(),
    instagram: v.string(),
    youtube: v.string(),
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_usernameFolded", ["usernameFolded"])
    .index("by_looksVersion", ["looksVersion"]),

  // Canonical forms of each username. No two people may share one, so nobody
  // can pick a look-alike name; see model/profiles/looksOf.ts.
  usernameLooks: defineTable({ userId: v.id("users"), look: v.string() })
    .index("by_look", ["look"])
    .index("by_userId", ["userId"]),

  // One row for each run of letters in an artist's username, which turns a
  // "contains" search into an index lookup; see model/profiles/artistSearch.ts.
  usernameGrams: defineTable({
    userId: v.id("users"),
    gram: v.string(),
    username: v.string(),
    usernameFolded: v.string(),
    role: roleValidator,
    state: v.string(),
  })
    .index("by_userId", ["userId"])
    .index("by_gram_and_usernameFolded", ["gram", "usernameFolded"])
    .index("by_gram_and_role_and_usernameFolded", [
      "gram",
      "role",
      "usernameFolded",
    ])
    .index("by_gram_and_state_and_usernameFolded", [
      "gram",
      "state",
      "usernameFolded",
    ])
    .index("by_gram_and_role_and_state_and_usernameFolded", [
      "gram",
      "role",
      "state",
      "usernameFolded",
    ]),

  beats: defineTable({
    producerId: v.id("users"),
    title: v.string(),
    genre: v.string(),
    bpm: v.number(),
    tags: v.array(v.string()),
    state: v.string(), // the producer's state at the time of the upload
    isPublic: v.literal(true),
    versesLimit: versesLimitValidator,
    terms: v.optional(termsValidator), // unset: DEFAULT_TERMS
    formerTerms: v.optional(v.array(termsValidator)), // each at most once
    grid: v.optional(gridValidator), // unset: bar 1 is the start of the file
    key: v.optional(keyValidator), // unset: not known
    loudness: v.optional(loudnessValidator), // measured by the client
    verseCount: v.number(),
    voteCount: v.number(),
    popularity: v.number(), // see model/lists/popularityOf.ts
    storageId: v.id("_storage"),
    durationMs: v.number(),
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_genre_and_createdAt", ["genre", "createdAt"])
    .index("by_state_and_createdAt", ["state", "createdAt"])
    .index("by_genre_and_state_and_createdAt", ["genre", "state", "createdAt"])
    .index("by_popularity", ["popularity"])
    .index("by_genre_and_popularity", ["genre", "popularity"])
    .index("by_state_and_popularity", ["state", "popularity"])
    .index("by_genre_and_state_and_popularity", [
      "genre",
      "state",
      "popularity",
    ])
    .index("by_producerId_and_createdAt", ["producerId", "createdAt"]),

  verses: defineTable({
    beatId: v.id("beats"),
    rapperId: v.id("users"),
    rapperUsername: v.string(), // at the time of recording; screens show the current one
    // Copied from the beat, where these fields never change. A page of verses
    // therefore reads no beats, and a vote on a beat does not rerun it.
    beat: v.object({
      producerId: v.id("users"),
      title: v.string(),
      genre: v.string(),
      bpm: v.number(),
    }),
    terms: v.optional(termsValidator), // the beat's, when the verse was recorded
    loudness: v.optional(loudnessValidator), // measured by the client
    voteCount: v.number(),
    popularity: v.number(),
    storageId: v.id("_storage"),
    durationMs: v.number(),
    hasWords: v.optional(v.boolean()), // whether verseWords has a row for it
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_popularity", ["popularity"])
    .index("by_beatId_and_createdAt", ["beatId", "createdAt"])
    .index("by_beatId_and_rapperId", ["beatId", "rapperId"])
    .index("by_rapperId_and_createdAt", ["rapperId", "createdAt"]),

  // Hashes of the ids of removed beats and verses. They let an old link say that
  // its beat or verse was removed, rather than that it never existed.
  tombstones: defineTable({ idHash: v.string() }).index("by_idHash", [
    "idHash",
  ]),

  votes: defineTable({
    userId: v.id("users"),
    contentType: contentTypeValidator,
    contentId: contentIdValidator,
    vote: v.literal(1),
    createdAt: v.number(),
  })
    .index("by_userId_and_contentId", ["userId", "contentId"])
    .index("by_contentId", ["contentId"]),

  // Total votes received on all of a person's beats and verses.
  likes: defineTable({ userId: v.id("users"), count: v.number() }).index(
    "by_userId",
    ["userId"],
  ),

  // Stored length of every paginated list; see model/lists/listTotals.ts.
  listTotals: defineTable({ list: v.string(), count: v.number() }).index(
    "by_list",
    ["list"],
  ),

  // Entries of the rank index, which counts the items between two positions of
  // a long list; see model/lists/rankIndex.ts.
  landmarks: defineTable({
    list: v.string(),
    level: v.number(),
    start: v.number(),
    count: v.number(),
  }).index("by_list_and_level_and_start", ["list", "level", "start"]),

  waveforms: defineTable({
    contentId: contentIdValidator,
    peaks: v.bytes(), // one byte per peak
  }).index("by_contentId", ["contentId"]),

  files: defineTable({
    ownerId: v.id("users"),
    kind: fileKindValidator,
    storageId: v.id("_storage"),
    extension: v.union(audioFormatValidator, v.null()), // set once the contents have been inspected
    claimedBy: v.union(contentIdValidator, v.null()),
    // Unset for files of earlier versions until they have been measured.
    sizeBytes: v.optional(v.number()),
    sha256: v.optional(v.string()), // in hex
    claimedAt: v.optional(v.number()), // also unset while nothing has claimed it
  })
    .index("by_storageId", ["storageId"])
    .index("by_ownerId", ["ownerId"])
    .index("by_sha256_and_claimedAt", ["sha256", "claimedAt"]),

  // Total size of the files that a person owns. There is no row for 0 bytes.
  storageUse: defineTable({ userId: v.id("users"), bytes: v.number() }).index(
    "by_userId",
    ["userId"],
  ),

  // Pictures that link previews show; see model/content/previews.ts. While one
  // is drawn, `drawingSince` is set; `storageId` is null until the first one is
  // stored.
  previews: defineTable({
    contentId: contentIdValidator,
    version: v.string(), // of the stored picture, made from everything that it shows
    storageId: v.union(v.id("_storage"), v.null()),
    drawingSince: v.union(v.number(), v.null()),
  })
    .index("by_contentId", ["contentId"])
    .index("by_storageId", ["storageId"])
    .index("by_drawingSince", ["drawingSince"]),

  // Counters of rate-limited attempts; see model/rateLimits/attempts.ts. At
  // `fullAt` all attempts are available again, and the row has no effect any
  // more.
  attemptCounters: defineTable({
    key: v.string(), // hash of the limit and the account or origin it counts
    countedAt: v.number(),
    fullAt: v.number(),
  })
    .index("by_key", ["key"])
    .index("by_fullAt", ["fullAt"]),

  // How far the cleanup of unclaimed uploads has progressed.
  uploadSweeps: defineTable({ sweptUntil: v.number() }),

  // Browsers that have signed in to an account before; see
  // model/accounts/knownDevices.ts.
  knownDevices: defineTable({
    userId: v.id("users"),
    deviceHash: v.string(),
    seenAt: v.number(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_userId_and_seenAt", ["userId", "seenAt"]),

  // Codes of mailed links. Only the hash is stored; the mail holds the only
  // copy of the code.
  mailedCodes: defineTable({
    userId: v.id("users"),
    purpose: codePurposeValidator,
    codeHash: v.string(),
    emailChangeId: v.optional(v.id("emailChanges")), // only with the purposes emailChange and emailStop
    expiresAt: v.number(),
    usedAt: v.union(v.number(), v.null()),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_userId_and_purpose_and_usedAt", ["userId", "purpose", "usedAt"])
    .index("by_expiresAt", ["expiresAt"]),

  // Requested changes of e-mail; see model/accounts/emailChanges.ts.
  emailChanges: defineTable({
    userId: v.id("users"),
    oldEmail: v.string(),
    newEmail: v.string(),
    status: emailChangeStatusValidator,
    requestedAt: v.number(),
  })
    .index("by_userId_and_status", ["userId", "status"])
    .index("by_requestedAt", ["requestedAt"]),

  // Details of sessions of Convex Auth that /account shows; see
  // model/accounts/sessions.ts. Kept apart, because every query of a signed-in
  // person reads the session itself.
  sessionUses: defineTable({
    sessionId: v.id("authSessions"),
    userId: v.id("users"),
    device: deviceNameValidator,
    usedAt: v.number(),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"])
    .index("by_usedAt", ["usedAt"]),

  // Choices about mails. People without a row have the defaults.
  accountSettings: defineTable({
    userId: v.id("users"),
    mailLanguage: languageValidator,
    wantsSignInMails: v.boolean(),
    wantsDecisionMails: v.optional(v.boolean()), // unset: yes
  }).index("by_userId", ["userId"]),

  ...moderationTables,

  // Accounts whose owners asked to delete them. At `dueAt` the removal starts,
  // unless the owner has signed in before; see model/departures/departures.ts.
  departures: defineTable({
    userId: v.id("users"),
    requestedAt: v.number(),
    dueAt: v.number(),
    keptAt: v.union(v.number(), v.null()), // set by the sign-in that undid it
  })
    .index("by_userId", ["userId"])
    .index("by_keptAt_and_dueAt", ["keptAt", "dueAt"]),

  // Verses that will be removed together with someone else's beat. Their
  // rappers see them in a notice until the departure is over.
  farewells: defineTable({
    departureId: v.id("departures"),
    rapperId: v.id("users"),
    verseId: v.id("verses"),
  })
    .index("by_departureId_and_rapperId_and_verseId", [
      "departureId",
      "rapperId",
      "verseId",
    ])
    .index("by_rapperId", ["rapperId"]),

  // The one user without an account or a profile. Moderation records of people
  // who have left refer to it.
  formerUsers: defineTable({ userId: v.id("users") }),
});
