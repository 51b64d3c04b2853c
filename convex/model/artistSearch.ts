import type { Doc } from "../_generated/dataModel";
import { SEARCH_LIMIT } from "../shared/limits";
import { ARTIST_ROLES, isArtist, type Role } from "../shared/roles";
import {
  foldUsername,
  MAX_USERNAME_LENGTH,
  normalizeUsername,
} from "../shared/usernames";
import type { FoundArtist } from "../shared/validators";
import type { ReadCtx, WriteCtx } from "./contexts";

/** So many matches or fewer are read whole; beyond, they are read in order of name. */
const FEW = 512;
/** The most rows one search reads in order of name. */
const BUDGET = 4096;
const HEAD_LENGTH = 2;

export interface ArtistQuery {
  text: string;
  state: string | null;
  role: string | null;
}

type Row = Pick<
  Doc<"profiles">,
  "userId" | "usernameFolded" | "role" | "state"
>;

/**
 * Artists whose name contains the text without regard to case, by name, at most
 * twenty. A name is indexed at each of its letters, so "contains" is a prefix:
 * a rare text is one short range, read whole. A frequent one is walked in order
 * of name, among the names that hold its first two letters, until twenty are
 * found; with so many matches they are met soon. Bounded at any number of people.
 */
export async function searchArtists(
  ctx: ReadCtx,
  { text, state, role }: ArtistQuery,
): Promise<FoundArtist[]> {
  const wanted = foldUsername(normalizeUsername(text));
  const roles = ARTIST_ROLES.filter((one) => role === null || one === role);
  if (wanted.length > 2 * MAX_USERNAME_LENGTH || roles.length === 0) return [];
  const rows = wanted === "" ? [] : await withSuffix(ctx, wanted).take(FEW + 1);
  const isMatch = (row: Row) =>
    row.usernameFolded.includes(wanted) &&
    roles.includes(row.role) &&
    (state === null || row.state === state);
  const isWhole = wanted !== "" && rows.length <= FEW;
  const found = isWhole
    ? rows.filter(isMatch)
    : wanted.length < HEAD_LENGTH
      ? await walkProfiles(ctx, { roles, state }, isMatch)
      : await walkHead(ctx, wanted.slice(0, HEAD_LENGTH), isMatch);
  return toArtists(ctx, found);
}

/** Writes the index of one name anew; listeners have none. */
export async function indexArtist(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
): Promise<void> {
  const { userId, usernameFolded, role, state } = profile;
  for (const part of await partsOf(ctx, profile)) {
    await ctx.db.delete("usernameParts", part._id);
  }
  if (!isArtist(role)) return;
  for (const suffix of suffixesOf(usernameFolded)) {
    const head = suffix.slice(0, HEAD_LENGTH);
    const row = { userId, suffix, head, usernameFolded, role, state };
    await ctx.db.insert("usernameParts", row);
  }
}

const partsOf = (ctx: ReadCtx, { userId }: Doc<"profiles">) =>
  ctx.db
    .query("usernameParts")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(4 * MAX_USERNAME_LENGTH); // folding may lengthen a name, never so much

const suffixesOf = (name: string) =>
  Array.from(name, (_, at) => Array.from(name).slice(at).join(""));

const withSuffix = (ctx: ReadCtx, prefix: string) =>
  ctx.db
    .query("usernameParts")
    .withIndex("by_suffix", (q) =>
      q.gte("suffix", prefix).lt("suffix", prefix + "\u{10FFFF}"),
    );

async function walkHead(
  ctx: ReadCtx,
  head: string,
  isMatch: (row: Row) => boolean,
): Promise<Row[]> {
  const rows = ctx.db
    .query("usernameParts")
    .withIndex("by_head_and_usernameFolded", (q) => q.eq("head", head));
  return firstMatches(rows, isMatch);
}

/** One letter, or none: nearly every name matches, so the profiles themselves are walked. */
async function walkProfiles(
  ctx: ReadCtx,
  { roles, state }: { roles: readonly Role[]; state: string | null },
  isMatch: (row: Row) => boolean,
): Promise<Row[]> {
  const found = await Promise.all(
    roles.map((role) => firstMatches(profilesOf(ctx, role, state), isMatch)),
  );
  return found.flat();
}

function profilesOf(ctx: ReadCtx, role: Role, state: string | null) {
  const profiles = ctx.db.query("profiles");
  return state === null
    ? profiles.withIndex("by_role_and_usernameFolded", (q) =>
        q.eq("role", role),
      )
    : profiles.withIndex("by_role_and_state_and_usernameFolded", (q) =>
        q.eq("role", role).eq("state", state),
      );
}

async function firstMatches(
  rows: AsyncIterable<Row>,
  isMatch: (row: Row) => boolean,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  let read = 0;
  for await (const row of rows) {
    if (isMatch(row)) found.set(row.userId, row);
    read += 1;
    if (found.size === SEARCH_LIMIT || read === BUDGET) break;
  }
  return [...found.values()];
}

/** A name that holds the text twice is indexed twice, and shown once. */
async function toArtists(ctx: ReadCtx, rows: Row[]): Promise<FoundArtist[]> {
  const unique = [...new Map(rows.map((row) => [row.userId, row])).values()];
  unique.sort((a, b) => compare(a.usernameFolded, b.usernameFolded));
  return Promise.all(
    unique.slice(0, SEARCH_LIMIT).map((row) => toArtist(ctx, row)),
  );
}

async function toArtist(ctx: ReadCtx, row: Row): Promise<FoundArtist> {
  const { userId, role, state } = row;
  const profile = await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
  return {
    userId,
    username: profile?.username ?? row.usernameFolded,
    role,
    state,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
