import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ringSwitchValidator } from "./shared/rings";
import { roleValidator } from "./shared/roles";
import { signInTables } from "./signInTables";
import {
  audioFormatValidator,
  codePurposeValidator,
  deviceNameValidator,
  emailChangeStatusValidator,
  languageValidator,
} from "./shared/validators";

/**
 * Tables about accounts: how people sign in, what they show, and how they
 * leave.
 */
export const accountTables = {
  ...signInTables,

  /**
   * Mailed codes for signing in. While strangers guess a password, a browser
   * that the account does not know needs one.
   * | the server | when one is used; with the account; within a day after it
   * ends
   */
  // See model/accounts/signInCodes.ts.
  signInCodes: defineTable({
    /** whose account it is */
    userId: v.id("users"),
    /** hash of the browser's own secret; the code works in no other */
    deviceHash: v.string(),
    /** hash of the code; null until it is mailed */
    codeHash: v.union(v.string(), v.null()),
    /** how many wrong codes may still be entered */
    triesLeft: v.number(),
    /** when the code expires */
    expiresAt: v.number(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * What a person tells others about themselves.
   * | everyone | with the account
   */
  profiles: defineTable({
    /** whose profile it is */
    userId: v.id("users"),
    /** name on every screen */
    username: v.string(),
    /**
     * the name without case; unique, so two names differ in more than case |
     * the server
     */
    usernameFolded: v.string(),
    /**
     * version of the rows in `usernameLooks`; unset if there are none yet | the
     * server
     */
    looksVersion: v.optional(v.number()),
    /**
     * set once the account is unconfirmed for a day: anyone may then take the
     * name | the server
     */
    isNameOffered: v.optional(v.literal(true)),
    /**
     * the name that somebody took from the account before it was confirmed |
     * the person | with the account or the next name
     */
    lostName: v.optional(v.string()),
    /** what the person does here */
    role: roleValidator,
    /**
     * state of India, for filters; empty for people who have always been
     * listeners
     */
    state: v.string(),
    /** text on the profile */
    bio: v.string(),
    /** link on the profile */
    instagram: v.string(),
    /** link on the profile */
    youtube: v.string(),
    /** when the person joined */
    createdAt: v.number(),
    /** when the profile last changed | the server */
    updatedAt: v.number(),
  })
    .index("by_userId", ["userId"])
    .index("by_usernameFolded", ["usernameFolded"])
    .index("by_looksVersion", ["looksVersion"]),

  /**
   * Forms of usernames that look alike, so nobody can take a look-alike name.
   * | the server | with the account
   */
  // See model/profiles/looksOf.ts.
  usernameLooks: defineTable({
    /** whose name it is */
    userId: v.id("users"),
    /** a canonical form of the name | | with the account or the name */
    look: v.string(),
  })
    .index("by_look", ["look"])
    .index("by_userId", ["userId"]),

  /**
   * Runs of letters in the names of artists, for the search.
   * | everyone | with the account or the name
   */
  // The rows turn a "contains" search into an index lookup; see
  // model/profiles/artistSearch.ts.
  usernameGrams: defineTable({
    /** whose name it is | | with the account */
    userId: v.id("users"),
    /** the run of letters | the server */
    gram: v.string(),
    /** copy from the profile */
    username: v.string(),
    /** copy from the profile | the server */
    usernameFolded: v.string(),
    /** copy from the profile | | with the account or the role */
    role: roleValidator,
    /** copy from the profile | | with the account */
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

  /**
   * Browsers that have signed in before. Strangers who guess passwords cannot
   * lock these out.
   * | the server | with the row
   */
  // See model/accounts/knownDevices.ts.
  knownDevices: defineTable({
    /**
     * who signed in | | with the account, a password reset, or ten newer
     * browsers
     */
    userId: v.id("users"),
    /** hash of a random secret of the browser */
    deviceHash: v.string(),
    /** when it last signed in */
    seenAt: v.number(),
  })
    .index("by_userId_and_deviceHash", ["userId", "deviceHash"])
    .index("by_userId_and_seenAt", ["userId", "seenAt"]),

  /**
   * Links in mails that confirm or change an address, or reset a password.
   * | the server | with the row
   */
  // Only the hash is stored; the mail holds the only copy of the code.
  mailedCodes: defineTable({
    /** whose link it is | | 30 days after it expired; with the account */
    userId: v.id("users"),
    /** what the link is for */
    purpose: codePurposeValidator,
    /** hash of the code; only the mail holds the code */
    codeHash: v.string(),
    /**
     * the change of e-mail that the link belongs to; only for `emailChange` and
     * `emailStop`
     */
    emailChangeId: v.optional(v.id("emailChanges")),
    /** when the link stops working */
    expiresAt: v.number(),
    /** when it was used */
    usedAt: v.union(v.number(), v.null()),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_userId_and_purpose_and_usedAt", ["userId", "purpose", "usedAt"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Requested changes of e-mail.
   * | the server | with the row
   */
  // See model/accounts/emailChanges.ts.
  emailChanges: defineTable({
    /** whose account it is | | 40 days after the request; with the account */
    userId: v.id("users"),
    /**
     * address before the change; its owner is told, and can stop or undo the
     * change
     */
    oldEmail: v.string(),
    /**
     * address that has to confirm | the owner, while it waits; people with a
     * link
     */
    newEmail: v.string(),
    /** whether it waits, was confirmed, stopped or replaced */
    status: emailChangeStatusValidator,
    /** when it was requested */
    requestedAt: v.number(),
  })
    .index("by_userId_and_status", ["userId", "status"])
    .index("by_requestedAt", ["requestedAt"]),

  /**
   * Where a person is signed in, for the list on their account page.
   * | the owner | with the row
   */
  // Separate from the sessions of Convex Auth, because every query of a
  // signed-in person reads those. See model/accounts/sessions.ts.
  sessionUses: defineTable({
    /**
     * the session | the server | when the session ends; within a day if it ends
     * by itself; with the account
     */
    sessionId: v.id("authSessions"),
    /** whose session it is | the server */
    userId: v.id("users"),
    /**
     * - `device.browser`: name of the browser, as it says itself
     * - `device.system`: name of the system, as the browser says
     */
    device: deviceNameValidator,
    /** when the browser last fetched tokens, accurate to five minutes */
    usedAt: v.number(),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"])
    .index("by_usedAt", ["usedAt"]),

  /**
   * Choices about mails and the bell.
   * | the owner | with the row
   */
  // People without a row have the defaults.
  accountSettings: defineTable({
    /** whose choices they are | the server | with the account */
    userId: v.id("users"),
    /** language of the mails */
    mailLanguage: languageValidator,
    /**
     * whether the person gets a mail about a sign-in with an unknown browser
     */
    wantsSignInMails: v.boolean(),
    /** whether the person gets mails about decisions and claims; unset: yes */
    wantsDecisionMails: v.optional(v.boolean()),
    /**
     * whether the person gets a mail about a free mic that they asked about;
     * unset: yes
     */
    wantsMicMails: v.optional(v.boolean()),
    /** kinds of notifications in the bell that are switched off; unset: none */
    quietRings: v.optional(v.array(ringSwitchValidator)),
    /** whether rooms of live cyphers show their name; unset: yes */
    showsInRooms: v.optional(v.boolean()),
    /**
     * the newest work that they have seen of people they follow | the server
     */
    newsSeenAt: v.optional(v.number()),
  }).index("by_userId", ["userId"]),

  /**
   * Accounts whose owners asked to delete them, and unconfirmed accounts while
   * they are being removed.
   * | the server | with the row
   */
  // The removal starts at `dueAt`, unless the owner signs in before then.
  departures: defineTable({
    /**
     * who leaves | | last, with the account; by dismissing the notice that the
     * account was kept
     */
    userId: v.id("users"),
    /** when they asked */
    requestedAt: v.number(),
    /** when the removal begins | the person, and rappers on their beats */
    dueAt: v.number(),
    /** when signing in undid it | the person */
    keptAt: v.union(v.number(), v.null()),
  })
    .index("by_userId", ["userId"])
    .index("by_keptAt_and_dueAt", ["keptAt", "dueAt"]),

  /**
   * Notices to rappers that a verse will be removed with the beat of someone
   * who is leaving.
   * | the person | with the row
   */
  farewells: defineTable({
    /**
     * the departure | the server | when the departure is over, by removal or by
     * staying; with the account of the rapper
     */
    departureId: v.id("departures"),
    /** whom the notice is for */
    rapperId: v.id("users"),
    /** the verse */
    verseId: v.id("verses"),
  })
    .index("by_departureId_and_rapperId_and_verseId", [
      "departureId",
      "rapperId",
      "verseId",
    ])
    .index("by_rapperId", ["rapperId"]),

  /**
   * Files of verses that producers have deleted. Their rappers can still save
   * them.
   * | the person | with the row
   */
  // See model/leaving/departures/keptVerses.ts.
  keptVerses: defineTable({
    /**
     * whose verse it was | the server | seven days after the deletion; with the
     * account
     */
    rapperId: v.id("users"),
    /** who deleted it | the server | with the row; with their account */
    producerId: v.union(v.id("users"), v.null()),
    /** title of its beat */
    beatTitle: v.string(),
    /** the file; at first the published one, later a copy */
    storageId: v.id("_storage"),
    /** format of the audio */
    extension: audioFormatValidator,
    /** size of the file, which counts as the person's storage | the server */
    sizeBytes: v.number(),
    /** whether the file has left its public address | the server */
    isMoved: v.boolean(),
    /** when the file is deleted, or looked at again if it is held */
    goesAt: v.number(),
    /**
     * - `heldOn.verseId`: the verse, while a report on it or its beat is open and nobody gets the file | the server | once the reports are decided
     * - `heldOn.beatId`: the beat of that verse | the server | once the reports are decided
     */
    heldOn: v.optional(
      v.object({ verseId: v.id("verses"), beatId: v.id("beats") }),
    ),
  })
    .index("by_rapperId_and_heldOn", ["rapperId", "heldOn"])
    .index("by_producerId", ["producerId"])
    .index("by_storageId", ["storageId"])
    .index("by_isMoved", ["isMoved"])
    .index("by_goesAt", ["goesAt"]),

  /**
   * Points to the one user without any data. Records of moderation refer to it
   * instead of to people who have left.
   * | the server | never; at most one row
   */
  formerUsers: defineTable({
    /** that user */
    userId: v.id("users"),
  }),
};
