import { ARTISTS, type Character, LISTENERS } from "./cast.ts";
import { Inbox } from "./inbox.ts";
import { inParallel } from "./inParallel.ts";
import { Member } from "./member.ts";
import { type RenderedSong, renderSongs } from "./renderSongs.ts";
import { type Song, SONGS } from "./songs.ts";
import { type Ballot, drawVotes, mixTakes } from "./taste.ts";

export interface FillOptions {
  /** Where the app answers. */
  readonly url: string;
  readonly inboxUrl: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** So many requests at a time; more would only wait inside of the server. */
const WIDTH = 4;

type Members = ReadonlyMap<string, Member>;

/** Makes everyone and everything of the demo, by the app's public functions. */
export async function fillDemo(options: FillOptions): Promise<void> {
  const { say, signal } = options;
  const studio = openStudio();
  const fill = async () => {
    const members = await signUpAll(options);
    say(`${members.size} people have signed up and confirmed their addresses.`);
    const beatIds = await publishBeats(members, studio.rendered, signal);
    say(`${beatIds.size} beats are out.`);
    const verses = await publishVerses(
      members,
      beatIds,
      studio.rendered,
      signal,
    );
    say(`${verses.length} verses are recorded.`);
    const beats = SONGS.map((song): Ballot => ({
      contentType: "beat",
      contentId: required(beatIds, song),
      appeal: song.appeal,
    }));
    say(
      `${await voteAll(members, [...beats, ...verses], signal)} votes are in.`,
    );
  };
  await Promise.all([studio.closed, fill()]);
}

interface Studio {
  readonly rendered: ReadonlyMap<Song, Promise<RenderedSong>>;
  /** Rejects when a song cannot be rendered. */
  readonly closed: Promise<void>;
}

/** Rendering goes on while people sign up. */
function openStudio(): Studio {
  const orders = new Map(
    SONGS.map((song) => [song, Promise.withResolvers<RenderedSong>()]),
  );
  const closed = renderSongs(SONGS, (song, rendered) =>
    orders.get(song)?.resolve(rendered),
  );
  const promises = [...orders].map(
    ([song, { promise }]) => [song, promise] as const,
  );
  return { rendered: new Map(promises), closed };
}

async function signUpAll(options: FillOptions): Promise<Members> {
  const { url, inboxUrl, signal } = options;
  const inbox = new Inbox(inboxUrl);
  const join = async (character: Character) => {
    const member = await Member.join(url, inbox, character, signal);
    return [character.username, member] as const;
  };
  return new Map(await inParallel([...ARTISTS, ...LISTENERS], WIDTH, join));
}

/** One after another, for their order is that of the home page. */
async function publishBeats(
  members: Members,
  rendered: Studio["rendered"],
  signal: AbortSignal,
): Promise<ReadonlyMap<Song, string>> {
  const ids = new Map<Song, string>();
  for (const song of SONGS) {
    signal.throwIfAborted();
    const { beat } = await required(rendered, song);
    ids.set(song, await required(members, song.by).publishBeat(song, beat));
  }
  return ids;
}

async function publishVerses(
  members: Members,
  beatIds: ReadonlyMap<Song, string>,
  rendered: Studio["rendered"],
  signal: AbortSignal,
): Promise<Ballot[]> {
  return inParallel(mixTakes(SONGS), WIDTH, async ({ song, index, by }) => {
    signal.throwIfAborted();
    const file = (await required(rendered, song)).takes[index];
    if (file === undefined) throw new Error(`"${song.title}" lacks a take.`);
    const beatId = required(beatIds, song);
    const contentId = await required(members, by).publishVerse(beatId, file);
    return { contentType: "verse", contentId, appeal: song.appeal };
  });
}

/** Returns how many votes were given. */
async function voteAll(
  members: Members,
  ballots: readonly Ballot[],
  signal: AbortSignal,
): Promise<number> {
  const counts = await inParallel(
    [...LISTENERS.entries()],
    WIDTH,
    async ([seed, { username }]) => {
      const listener = required(members, username);
      const votes = drawVotes(seed, ballots);
      for (const { contentType, contentId } of votes) {
        signal.throwIfAborted();
        await listener.vote(contentType, contentId);
      }
      return votes.length;
    },
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function required<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined)
    throw new Error(`Nobody made ${JSON.stringify(key)}.`);
  return value;
}
