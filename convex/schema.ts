import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { versesLimitValidator } from "./shared/limits";
import { roleValidator } from "./shared/roles";
import {
  audioFormatValidator,
  codePurposeValidator,
  contentIdValidator,
  contentTypeValidator,
  fileKindValidator,
} from "./shared/validators";

export default defineSchema({
  ...authTables,

  profiles: defineTable({
    userId: v.id("users"),
    username: v.string(),
    usernameFolded: v.string(), // the unique key: differs from no other in case alone
    role: roleValidator,
    state: v.string(), // empty for listeners
    bio: v.string(),
    instagram: v.string(),
    youtube: v.string(),
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_usernameFolded", ["usernameFolded"]),

  // One row per run of letters in an artist's username, so that "contains" is a
  // lookup; see model/artistSearch.ts.
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
    state: v.string(), // the producer's, when the beat was uploaded
    isPublic: v.literal(true),
    versesLimit: versesLimitValidator,
    verseCount: v.number(),
    voteCount: v.number(),
    popularity: v.number(), // see model/popularity.ts
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
    rapperUsername: v.string(), // as it was when recorded; screens show the present one
    // A beat's title, genre, bpm and producer never change: copied, so that a
    // page of verses reads no beat and a vote on a beat does not wake it.
    beat: v.object({
      producerId: v.id("users"),
      title: v.string(),
      genre: v.string(),
      bpm: v.number(),
    }),
    voteCount: v.number(),
    popularity: v.number(),
    storageId: v.id("_storage"),
    durationMs: v.number(),
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("by_createdAt", ["createdAt"])
    .index("by_popularity", ["popularity"])
    .index("by_beatId_and_createdAt", ["beatId", "createdAt"])
    .index("by_rapperId_and_createdAt", ["rapperId", "createdAt"]),

  votes: defineTable({
    userId: v.id("users"),
    contentType: contentTypeValidator,
    contentId: contentIdValidator,
    vote: v.literal(1),
    createdAt: v.number(),
  })
    .index("by_userId_and_contentId", ["userId", "contentId"])
    .index("by_contentId", ["contentId"]),

  // Votes received on everything a person made.
  likes: defineTable({ userId: v.id("users"), count: v.number() }).index(
    "by_userId",
    ["userId"],
  ),

  // The kept length of every list that is shown in pages; see model/lists.ts.
  listTotals: defineTable({ list: v.string(), count: v.number() }).index(
    "by_list",
    ["list"],
  ),

  // How many items lie between two places of a long list; see model/landmarks.ts.
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
    extension: v.union(audioFormatValidator, v.null()), // known once its bytes were looked at
    claimedBy: v.union(contentIdValidator, v.null()),
  }).index("by_storageId", ["storageId"]),

  // How far the removal of unclaimed uploads has looked.
  uploadSweeps: defineTable({ sweptUntil: v.number() }),

  // Codes of mailed links. Only the hash is kept: the mail has the only copy.
  mailedCodes: defineTable({
    userId: v.id("users"),
    purpose: codePurposeValidator,
    codeHash: v.string(),
    expiresAt: v.number(),
    usedAt: v.union(v.number(), v.null()),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_userId_and_purpose", ["userId", "purpose"])
    .index("by_expiresAt", ["expiresAt"]),
});
