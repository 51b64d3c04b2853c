import type { Doc, Id } from "../../_generated/dataModel";
import { SEARCH_LIMIT } from "../../shared/limits";
import { isArtist, isRole } from "../../shared/roles";
import {
  foldUsername,
  MAX_USERNAME_LENGTH,
  normalizeUsername,
} from "../../shared/usernames";
import type { FoundArtist } from "../../shared/validators";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isConfirmed } from "./isConfirmed";

/** Longest text that is looked up directly. */
const GRAM_LENGTH = 6;
/**
 * Only this many letters of a name can be found. Folding may lengthen a name.
 */
const MOST_LETTERS = 2 * MAX_USERNAME_LENGTH;
/** Up to this many matches of a longer text are all read and sorted. */
const FEW = 100;
/**
 * How many names, in order, a search for a longer text reads in its first step,
 * and in all.
 */
const FIRST_LOOK = 128;
const BUDGET = 2048;

export interface ArtistQuery {
  text: string;
  state: string | null;
  role: string | null;
}

type Gram = Doc<"usernameGrams">;

/**
 * Returns up to twenty artists whose name contains the text, ignoring case,
 * sorted by name.
 *
 * Every run of up to six letters of a name is a row of the index, ordered by
 * name within each filter; so is the empty text. A text of up to six letters
 * therefore costs only as many rows as are shown, however many people there
 * are.
 */
export async function searchArtists(
  ctx: ReadCtx,
  { text, ...filter }: ArtistQuery,
): Promise<FoundArtist[]> {
  const wanted = foldUsername(normalizeUsername(text));
  const letters = Array.from(wanted);
  if (letters.length > MOST_LETTERS) return [];
  const rows =
    letters.length <= GRAM_LENGTH
      ? await byName(ctx, wanted, filter).take(SEARCH_LIMIT)
      : await holding(ctx, wanted, filter);
  return rows.map(foundArtist);
}

/**
 * Rewrites the index rows of a profile if its name, role or state has changed.
 * Listeners have no rows, and neither has anyone before they confirm their
 * address.
 */
export async function indexArtist(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
): Promise<void> {
  const { userId, username, usernameFolded, role, state } = profile;
  const rows = await rowsOf(ctx, userId);
  const [first] = rows;
  const isSame =
    first?.username === username &&
    first.usernameFolded === usernameFolded &&
    first.role === role &&
    first.state === state;
  if (isSame) return;
  await dropRows(ctx, rows);
  if (!isArtist(role) || !(await isConfirmed(ctx, userId))) return;
  const person = { userId, username, usernameFolded, role, state };
  await Promise.all(
    Array.from(gramsOf(usernameFolded), (gram) =>
      ctx.db.insert("usernameGrams", { ...person, gram }),
    ),
  );
}

/** Removes a person from the search index. */
export async function dropArtist(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  await dropRows(ctx, await rowsOf(ctx, userId));
}

async function dropRows(ctx: WriteCtx, rows: readonly Gram[]): Promise<void> {
  await Promise.all(rows.map(({ _id }) => ctx.db.delete("usernameGrams", _id)));
}

const rowsOf = (ctx: ReadCtx, userId: Id<"users">) =>
  ctx.db
    .query("usernameGrams")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take((GRAM_LENGTH + 2) * MOST_LETTERS);

/**
 * Returns each distinct run of up to six letters in a name, and for each letter
 * the rest of the name from that letter.
 */
function gramsOf(name: string): Set<string> {
  const letters = Array.from(name).slice(0, MOST_LETTERS);
  const grams = new Set([""]);
  for (const at of letters.keys()) {
    for (let length = 1; length <= GRAM_LENGTH; length++) {
      grams.add(letters.slice(at, at + length).join(""));
    }
    grams.add(letters.slice(at).join(""));
  }
  return grams;
}

type Filter = Omit<ArtistQuery, "text">;

function byName(ctx: ReadCtx, gram: string, { state, role }: Filter) {
  const rows = ctx.db.query("usernameGrams");
  // An unknown role matches nobody. Neither does "listener": listeners have no
  // rows.
  const known = role === null || isRole(role) ? role : "listener";
  if (known !== null && state !== null) {
    return rows.withIndex(
      "by_gram_and_role_and_state_and_usernameFolded",
      (q) => q.eq("gram", gram).eq("role", known).eq("state", state),
    );
  }
  if (known !== null) {
    return rows.withIndex("by_gram_and_role_and_usernameFolded", (q) =>
      q.eq("gram", gram).eq("role", known),
    );
  }
  if (state !== null) {
    return rows.withIndex("by_gram_and_state_and_usernameFolded", (q) =>
      q.eq("gram", gram).eq("state", state),
    );
  }
  return rows.withIndex("by_gram_and_usernameFolded", (q) =>
    q.eq("gram", gram),
  );
}

/**
 * Finds names that contain a text of more than six letters. If at most 100 rows
 * begin with the text, reads them all. Otherwise reads the names that contain
 * its first six letters, in order of name. Many of these match, so it finds
 * twenty soon.
 */
async function holding(
  ctx: ReadCtx,
  wanted: string,
  filter: Filter,
): Promise<Gram[]> {
  const rows = await beginningWith(ctx, wanted).take(FEW + 1);
  if (rows.length <= FEW) {
    return firstByName(rows.filter((row) => isWithin(row, filter)));
  }
  const head = Array.from(wanted).slice(0, GRAM_LENGTH).join("");
  let found: Gram[] = [];
  for (const looked of [FIRST_LOOK, BUDGET]) {
    const near = await byName(ctx, head, filter).take(looked);
    found = near.filter((row) => row.usernameFolded.includes(wanted));
    if (found.length >= SEARCH_LIMIT || near.length < looked) break;
  }
  return found.slice(0, SEARCH_LIMIT);
}

const beginningWith = (ctx: ReadCtx, prefix: string) =>
  ctx.db
    .query("usernameGrams")
    .withIndex("by_gram_and_usernameFolded", (q) =>
      q.gte("gram", prefix).lt("gram", prefix + "\u{10FFFF}"),
    );

const isWithin = (row: Gram, { state, role }: Filter) =>
  (state === null || row.state === state) &&
  (role === null || row.role === role);

/**
 * A name that contains the text twice has two matching rows; keep one of them.
 */
function firstByName(rows: readonly Gram[]): Gram[] {
  const unique = [...new Map(rows.map((row) => [row.userId, row])).values()];
  unique.sort((a, b) => compare(a.usernameFolded, b.usernameFolded));
  return unique.slice(0, SEARCH_LIMIT);
}

const foundArtist = ({ userId, username, role, state }: Gram): FoundArtist => ({
  userId,
  username,
  role,
  state,
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
