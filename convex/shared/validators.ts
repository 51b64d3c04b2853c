import { v, type Infer } from "convex/values";
import { roleValidator } from "./roles";

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
);
export type CodePurpose = Infer<typeof codePurposeValidator>;

export const sortValidator = v.union(v.literal("recent"), v.literal("popular"));
export type Sort = Infer<typeof sortValidator>;

/** What everyone may see of a person. */
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

const personValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
});

export const beatCardValidator = v.object({
  id: v.id("beats"),
  title: v.string(),
  genre: v.string(),
  bpm: v.number(),
  tags: v.array(v.string()),
  state: v.string(),
  producer: personValidator,
  voteCount: v.number(),
  verseCount: v.number(),
  versesLimit: v.number(),
  fileUrl: v.union(v.string(), v.null()),
  durationMs: v.number(),
  createdAt: v.number(),
});
export type BeatCard = Infer<typeof beatCardValidator>;

export const verseCardValidator = v.object({
  id: v.id("verses"),
  beat: v.object({
    id: v.id("beats"),
    title: v.string(),
    genre: v.string(),
    bpm: v.number(),
    producer: personValidator,
  }),
  rapper: personValidator,
  voteCount: v.number(),
  fileUrl: v.union(v.string(), v.null()),
  durationMs: v.number(),
  createdAt: v.number(),
});
export type VerseCard = Infer<typeof verseCardValidator>;

const pageFields = {
  page: v.number(),
  pageCount: v.number(), // 0 when there is nothing
  total: v.number(),
};

export const beatPageValidator = v.object({
  items: v.array(beatCardValidator),
  ...pageFields,
});
export type BeatPage = Infer<typeof beatPageValidator>;

export const versePageValidator = v.object({
  items: v.array(verseCardValidator),
  ...pageFields,
});
export type VersePage = Infer<typeof versePageValidator>;

export const viewerValidator = v.object({
  userId: v.id("users"),
  email: v.string(),
  emailConfirmedAt: v.union(v.number(), v.null()),
  profile: v.union(publicProfileValidator, v.null()),
});
export type ViewerInfo = Infer<typeof viewerValidator>;

export const statsValidator = v.object({
  totalBeats: v.number(),
  totalVerses: v.number(),
  totalLikes: v.number(),
});

export const confirmationValidator = v.object({
  status: v.union(
    v.literal("confirmed"),
    v.literal("invalid"),
    v.literal("expired"),
  ),
});
