import { announceCypher } from "./announceCypher.ts";
import { ARTISTS, type Character, LISTENERS, MODERATOR } from "./cast.ts";
import { fillBell, RUNG } from "./fillBell.ts";
import { Inbox } from "./inbox.ts";
import { inParallel } from "./inParallel.ts";
import { Member } from "./member.ts";
import { fillQueue } from "./moderation/fillQueue.ts";
import {
  awaitMic,
  type CypherTurn,
  openCypher,
  takeMic,
} from "./publishFunctions.ts";
import { type RenderedSong, renderSongs } from "./renderSongs.ts";
import { type Song, SONGS } from "./songs.ts";
import { Grid } from "./synth/grid.ts";
import { TURNS } from "./synth/renderVerse.ts";
import { type Ballot, drawVotes, mixTakes, type PlannedTake } from "./taste.ts";

export interface FillOptions {
  /** URL of the app. */
  readonly url: string;
  readonly inboxUrl: string;
  readonly adminKey: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Number of simultaneous requests; more would only queue in the server. */
const WIDTH = 4;

/** How many artists each person follows: few enough for the limit on new accounts. */
const FOLLOWED = 4;

/** Uploads the first beat again, which the moderators get to see. */
const SAME_AUDIO = { by: "Dhol.Nik", title: "Depot Dub (mine)" };

const PRODUCERS = ARTISTS.filter(({ role }) => role === "producer");
/** A beat on which nobody has rapped yet. Its producer announces a cypher on it. */
const STAGE = SONGS.find(
  ({ by, takes }) =>
    takes.length === 0 && PRODUCERS.some(({ username }) => username === by),
);
/** The rappers in the line of the announced cypher. */
const FIRST_IN_LINE = ARTISTS.filter(({ role }) => role === "rapper").slice(
  0,
  2,
);

type Members = ReadonlyMap<string, Member>;

/**
 * Creates all people and content of the demo through the app's public
 * functions. Rejects if `signal` is aborted.
 */
export async function fillDemo(options: FillOptions): Promise<void> {
  const { say, signal } = options;
  const studio = openStudio();
  const fill = async () => {
    const members = await signUpAll(options);
    say(`${members.size} people have signed up and confirmed their addresses.`);
    const beatIds = await publishBeats(members, studio.rendered, signal);
    say(`${beatIds.size} beats are out.`);
    say(`${await followAll(members, signal)} follows are made.`);
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
    await fillQueue({
      ...options,
      members,
      beatIds: beats.map(({ contentId }) => contentId),
      verseIds: verses.map(({ contentId }) => contentId),
    });
    say("50 cases wait for the moderator.");
    const stage = STAGE && beatIds.get(STAGE);
    if (stage)
      await announceCypher(
        required(members, STAGE.by),
        stage,
        FIRST_IN_LINE.map(({ username }) => required(members, username)),
      );
    await fillBell({ ...options, members });
    say(`${RUNG.username} has a full bell.`);
  };
  await Promise.all([studio.closed, fill()]);
}

interface Studio {
  readonly rendered: ReadonlyMap<Song, Promise<RenderedSong>>;
  /** Resolves when all songs are rendered; rejects if one cannot be. */
  readonly closed: Promise<void>;
}

/** Starts rendering all songs in the background, while people sign up. */
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
  const people = [...ARTISTS, ...LISTENERS, MODERATOR];
  return new Map(await inParallel(people, WIDTH, join));
}

/**
 * Publishes one beat after another, because their order is that of the home
 * page.
 */
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
    // Publishes the same audio under another name, early enough to be far down on the home page.
    if (ids.size === 1)
      await required(members, SAME_AUDIO.by).publishBeat(
        { ...song, ...SAME_AUDIO },
        beat,
      );
  }
  return ids;
}

/** Everybody follows the next few artists. Returns how many follows that makes. */
async function followAll(
  members: Members,
  signal: AbortSignal,
): Promise<number> {
  const people = [...ARTISTS, ...LISTENERS];
  const follows = people.flatMap((person, place) =>
    Array.from({ length: FOLLOWED }, (_, step) => ({
      by: person.username,
      whom: ARTISTS[(place + step + 1) % ARTISTS.length]?.username ?? "",
    })),
  );
  await inParallel(follows, WIDTH, async ({ by, whom }) => {
    signal.throwIfAborted();
    if (by !== whom)
      await required(members, by).follow(required(members, whom));
  });
  return follows.length;
}

async function publishVerses(
  members: Members,
  beatIds: ReadonlyMap<Song, string>,
  rendered: Studio["rendered"],
  signal: AbortSignal,
): Promise<Ballot[]> {
  const publish = async (
    { song, index, by }: PlannedTake,
    turn?: CypherTurn,
  ): Promise<Ballot> => {
    signal.throwIfAborted();
    const file = (await required(rendered, song)).takes[index];
    if (file === undefined) throw new Error(`"${song.title}" lacks a take.`);
    const bars = TURNS * new Grid(song).bars;
    const place = {
      section: { startBar: 1, bars, atMs: 0, endMs: file.durationMs },
      ...(turn && { turn }),
    };
    const beatId = required(beatIds, song);
    const rapper = required(members, by);
    const contentId = await rapper.publishVerse(beatId, file, place);
    return { contentType: "verse", contentId, appeal: song.appeal };
  };
  const takes = mixTakes(SONGS);
  const alone = takes.filter(({ song }) => song.isChain !== true);
  const ballots = await inParallel(alone, WIDTH, (take) => publish(take));
  const chained = takes
    .filter(({ song }) => song.isChain === true)
    .toSorted((a, b) => a.index - b.index);
  let cypherId: string | undefined;
  for (const [index, take] of chained.entries()) {
    const { client } = required(members, take.by);
    const beatId = required(beatIds, take.song);
    const bars = TURNS * new Grid(take.song).bars;
    cypherId ??= await client.mutation(openCypher, { beatId, bars });
    await client.mutation(takeMic, { cypherId });
    if (index === chained.length - 1)
      await required(members, RUNG.username).client.mutation(awaitMic, {
        ...{ cypherId, isWaiting: true },
      });
    ballots.push(await publish(take, { cypherId, turnNo: index + 1 }));
  }
  return ballots;
}

/** Returns the number of votes given. */
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
    throw new Error(`There is no ${JSON.stringify(key)}.`);
  return value;
}
