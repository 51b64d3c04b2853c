import type { Doc } from "../_generated/dataModel";
import { SEARCH_LIMIT } from "../shared/limits";
import { isArtist, isRole } from "../shared/roles";
import {
  foldUsername,
  MAX_USERNAME_LENGTH,
  normalizeUsername,
} from "../shared/usernames";
import type { FoundArtist } from "../shared/validators";
import type { ReadCtx, WriteCtx } from "./contexts";

/** Texts up to so long are looked up as they are. */
const GRAM_LENGTH = 6;
/** Folding may lengthen a name; so many of its letters can be found. */
const MOST_LETTERS = 2 * MAX_USERNAME_LENGTH;
/** So many matches of a longer text, or fewer, are read whole. */
const FEW = 100;
/** The names a search for a longer text reads in order of name: at first, and at most. */
const FIRST_LOOK = 128;
const BUDGET = 2048;

export interface ArtistQuery {
  text: string;
  state: string | null;
  role: string | null;
}

type Gram = Doc<"usernameGrams">;

/**
 * Artists whose name contains the text without regard to case, by name, at most
 * twenty. Every run of up to six letters of a name is a row of the index, the
 * empty one too, ordered by name within each filter: such a text costs as many
 * rows as are shown, whatever it is and however many people there are.
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

/** Writes the index of one name anew when it has changed; listeners have none. */
export async function indexArtist(
  ctx: WriteCtx,
  profile: Doc<"profiles">,
): Promise<void> {
  const { userId, username, usernameFolded, role, state } = profile;
  const rows = await rowsOf(ctx, profile);
  const [first] = rows;
  const isSame =
    first?.username === username &&
    first.role === role &&
    first.state === state;
  if (isSame) return;
  for (const row of rows) await ctx.db.delete("usernameGrams", row._id);
  if (!isArtist(role)) return;
  for (const gram of gramsOf(usernameFolded)) {
    const row = { userId, gram, username, usernameFolded, role, state };
    await ctx.db.insert("usernameGrams", row);
  }
}

const rowsOf = (ctx: ReadCtx, { userId }: Doc<"profiles">) =>
  ctx.db
    .query("usernameGrams")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take((GRAM_LENGTH + 2) * MOST_LETTERS);

/** Each run of letters once, however often the name holds it; and what follows each letter, whole. */
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
  // What is no role is nobody's, and a listener is no artist.
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
 * A text of more letters is what a longer gram begins with. Few names hold it,
 * or else so many that it is soon met twenty times among those that hold its
 * first letters, in order of name.
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

/** A name that holds the text twice is met twice, and shown once. */
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
