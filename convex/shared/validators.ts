import { v, type Infer } from "convex/values";
import { beatFacts, copiedFacts } from "./beatFacts";
import { barsFields } from "./bars";
import { ringSwitchValidator } from "./rings";
import { roleValidator } from "./roles";
import { VERSES_LIMITS } from "./limits";
import { TERMS } from "./terms";

// Limits, terms and loudness are in files without validators, because pages use them at run time
// and would load the validators too.

export const versesLimitValidator = v.union(
  ...VERSES_LIMITS.map((limit) => v.literal(limit)),
);

export const termsValidator = v.union(
  ...TERMS.map((terms) => v.literal(terms)),
);

/** See `PlacedSection`. */
export const sectionValidator = v.object({
  startBar: v.number(),
  bars: v.number(),
  atMs: v.number(),
  endMs: v.number(),
});

/** See `StoredLoudness`. */
export const loudnessValidator = v.object({
  lufs: v.number(),
  truePeakDbtp: v.number(),
});

export const contentTypeValidator = v.union(
  v.literal("beat"),
  v.literal("verse"),
);
export type ContentType = Infer<typeof contentTypeValidator>;

export const contentIdValidator = v.union(v.id("beats"), v.id("verses"));

export const fileKindValidator = v.union(
  v.literal("beats"),
  v.literal("verses"),
);
export type FileKind = Infer<typeof fileKindValidator>;

export const audioFormatValidator = v.union(
  v.literal("mp3"),
  v.literal("wav"),
  v.literal("webm"),
  v.literal("ogg"),
  v.literal("mp4"),
);
export type AudioFormat = Infer<typeof audioFormatValidator>;

export const codePurposeValidator = v.union(
  v.literal("confirm"),
  v.literal("reset"),
  v.literal("emailChange"), // mailed to the new address
  v.literal("emailStop"), // mailed to the previous one
);
export type CodePurpose = Infer<typeof codePurposeValidator>;

/** Mails that only inform and hold no code. */
export const noticeValidator = v.union(
  v.literal("passwordChanged"),
  v.literal("newSignIn"),
  v.literal("nameLost"), // somebody took the name before it was confirmed
);
export type Notice = Infer<typeof noticeValidator>;

export const languageValidator = v.union(v.literal("en"), v.literal("hi"));
export type Language = Infer<typeof languageValidator>;

/** A browser as people know it; null where it does not say. */
export const deviceNameValidator = v.object({
  browser: v.union(v.string(), v.null()),
  system: v.union(v.string(), v.null()),
});
export type DeviceName = Infer<typeof deviceNameValidator>;

/** A place where the viewer is signed in. Times are in ms. */
export const sessionValidator = v.object({
  id: v.id("authSessions"),
  isCurrent: v.boolean(),
  device: deviceNameValidator,
  createdAt: v.number(),
  usedAt: v.number(), // exact to a few minutes
  expiresAt: v.number(),
});
export type Session = Infer<typeof sessionValidator>;

export const emailChangeStatusValidator = v.union(
  v.literal("pending"),
  v.literal("replaced"), // replaced by a later request
  v.literal("confirmed"),
  v.literal("stopped"),
);

export const accountSettingsValidator = v.object({
  mailLanguage: languageValidator,
  wantsSignInMails: v.boolean(),
  wantsDecisionMails: v.boolean(),
  wantsMicMails: v.boolean(),
  quietRings: v.array(ringSwitchValidator), // kinds of notifications that are switched off
  showsInRooms: v.boolean(), // whether rooms show their name
  /** A change of e-mail that waits for its confirmation. */
  emailChange: v.union(
    v.object({ email: v.string(), expiresAt: v.number() }),
    v.null(),
  ),
});

export const sortValidator = v.union(v.literal("recent"), v.literal("popular"));
export type Sort = Infer<typeof sortValidator>;

/** The part of a profile that everyone may see. */
export const publicProfileValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
  role: roleValidator,
  state: v.string(),
  bio: v.string(),
  instagram: v.string(),
  youtube: v.string(),
  createdAt: v.number(),
});
export type PublicProfile = Infer<typeof publicProfileValidator>;

export const foundArtistValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
  role: roleValidator,
  state: v.string(),
});
export type FoundArtist = Infer<typeof foundArtistValidator>;

export const personValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
});

export const beatSummaryValidator = v.object({
  id: v.id("beats"),
  ...beatFacts,
  state: v.string(),
  producer: personValidator,
  voteCount: v.number(),
  verseCount: v.number(),
  versesLimit: v.number(),
  terms: termsValidator,
  ...barsFields,
  loudness: v.optional(loudnessValidator),
  fileUrl: v.union(v.string(), v.null()),
  durationMs: v.number(),
  createdAt: v.number(),
});
export type BeatSummary = Infer<typeof beatSummaryValidator>;

/** Evidence that a beat existed at some time. */
export const proofValidator = v.object({
  sha256: v.string(), // of the file, in lower-case hex
  storedAt: v.number(), // when the server received the file
});
export type Proof = Infer<typeof proofValidator>;

export const verseSummaryValidator = v.object({
  id: v.id("verses"),
  beat: v.object({
    id: v.id("beats"),
    ...copiedFacts,
    producer: personValidator,
  }),
  rapper: personValidator,
  terms: termsValidator, // the terms of the beat when the verse was published
  loudness: v.optional(loudnessValidator),
  voteCount: v.number(),
  fileUrl: v.union(v.string(), v.null()),
  durationMs: v.number(),
  hasWords: v.boolean(), // whether its words are published
  section: v.union(sectionValidator, v.null()), // null: not known
  /**
   * Null unless the verse answers another one. Both fields are null if that one
   * was deleted.
   */
  answers: v.union(
    v.object({
      verseId: v.union(v.id("verses"), v.null()),
      rapper: v.union(personValidator, v.null()),
    }),
    v.null(),
  ),
  /** The first of the verses that answer it; null if none does. */
  firstAnswerId: v.union(v.id("verses"), v.null()),
  answerCount: v.number(),
  cypherId: v.union(v.id("cyphers"), v.null()), // null if it was not recorded for a cypher
  createdAt: v.number(),
});
export type VerseSummary = Infer<typeof verseSummaryValidator>;

const pageFields = {
  page: v.number(),
  pageCount: v.number(), // 0 for an empty list
  total: v.number(),
};

export const beatPageValidator = v.object({
  items: v.array(beatSummaryValidator),
  ...pageFields,
});
export type BeatPage = Infer<typeof beatPageValidator>;

export const versePageValidator = v.object({
  items: v.array(verseSummaryValidator),
  ...pageFields,
});
export type VersePage = Infer<typeof versePageValidator>;

export const viewerValidator = v.object({
  userId: v.id("users"),
  email: v.string(),
  emailConfirmedAt: v.union(v.number(), v.null()),
  profile: v.union(publicProfileValidator, v.null()),
  hiddenUserIds: v.array(v.id("users")), // people whose content the screens hide
  isModerator: v.boolean(),
  // Null if not suspended. The suspension ends by itself at `until`, in ms;
  // null means never.
  suspension: v.union(
    v.object({ until: v.union(v.number(), v.null()) }),
    v.null(),
  ),
  unreadNotices: v.number(), // up to 9, which stands for all higher numbers
  hasBegun: v.boolean(), // whether they have made, heard or voted for something
});
export type ViewerInfo = Infer<typeof viewerValidator>;

/** In bytes; `quotaBytes` is null if there is no quota. */
export const storageInfoValidator = v.object({
  usedBytes: v.number(),
  quotaBytes: v.union(v.number(), v.null()),
});
export type StorageInfo = Infer<typeof storageInfoValidator>;

export const statsValidator = v.object({
  totalBeats: v.number(),
  totalVerses: v.number(),
  totalLikes: v.number(),
});

const closedConfirmation = [
  v.literal("confirmed"),
  v.literal("invalid"),
  v.literal("expired"),
] as const;

export const confirmationValidator = v.object({
  status: v.union(...closedConfirmation),
});

/** The account that a mailed link would confirm, or the reason why it cannot. */
export const openedConfirmationValidator = v.union(
  v.object({
    status: v.literal("ready"),
    username: v.string(), // empty if the account has no profile
    lostName: v.string(), // the name that somebody took from the account; empty if nobody did
    email: v.string(),
  }),
  confirmationValidator,
);
export type OpenedConfirmation = Infer<typeof openedConfirmationValidator>;

export const disownmentValidator = v.object({
  status: v.union(v.literal("removed"), ...closedConfirmation),
});

/**
 * What happened when a person corrected an address before they confirmed it.
 */
export const correctedEmailValidator = v.union(
  v.literal("sent"),
  v.literal("taken"), // another account has the address
  v.literal("confirmed"), // nothing was changed
);
export type CorrectedEmail = Infer<typeof correctedEmailValidator>;

/**
 * What happened after somebody opened a mailed link about a change of e-mail.
 */
export const emailChangeOutcomeValidator = v.object({
  status: v.union(
    v.literal("confirmed"), // the new address is in use
    v.literal("stopped"), // the address stays as it was
    v.literal("restored"), // the previous address is back
    v.literal("taken"), // another account has the address meanwhile
    v.literal("invalid"),
    v.literal("expired"),
  ),
});
export type EmailChangeOutcome = Infer<typeof emailChangeOutcomeValidator>;

/** The effect that a mailed link about a change of e-mail would have. */
export const openedEmailChangeValidator = v.union(
  v.object({
    status: v.literal("ready"),
    act: v.union(v.literal("confirm"), v.literal("stop"), v.literal("undo")),
    username: v.string(), // empty if the account has no profile
    email: v.string(), // the new address
  }),
  emailChangeOutcomeValidator,
);
export type OpenedEmailChange = Infer<typeof openedEmailChangeValidator>;

/**
 * The person whom the law asks the operator to name; null where the operator
 * has not.
 */
export const grievanceContactValidator = v.object({
  officer: v.union(v.string(), v.null()),
  address: v.union(v.string(), v.null()),
  email: v.union(v.string(), v.null()),
});
