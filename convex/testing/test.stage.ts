/** The content on which two writes race; see races.test.ts. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { isLive } from "../model/cyphers/going";
import { findNext } from "../model/cyphers/line";
import { barStartMs } from "../shared/beatGrid";
import {
  isMicFree,
  LEAST_AHEAD_MS,
  type Pace,
  QUARTER_MS,
} from "../shared/cyphers";
import { MINUTE_MS } from "../shared/limits";
import { TAIL_MS } from "../shared/sections";
import { cyphersOf } from "./test.cyphers";
import { joinWithPassword } from "./test.leaver";
import type { Person, World } from "./test.world";

/** The pace of the cypher; "announced" is a live one that has not started yet. */
export type Setting = Pace | "announced";

/**
 * A beat with a verse, and a cypher that the fan has started and whose mic the
 * rapper has. If it is live, both are in its room. If it is announced, the
 * rapper is in line.
 */
export interface Stage {
  readonly producer: Person;
  readonly rapper: Person;
  readonly fan: Person;
  readonly listener: Person;
  readonly moderator: Person;
  readonly beatId: Id<"beats">;
  readonly verseId: Id<"verses">;
  readonly cypherId: Id<"cyphers">;
  /** An uploaded file that nobody has published. */
  readonly storageId: Id<"_storage">;
  /** An uploaded file that does not state its length. */
  readonly takeId: Id<"_storage">;
  readonly turn: { cypherId: Id<"cyphers">; turnNo: number };
}

const BEAT = {
  ...{ title: "Gully", genre: "Trap", bpm: 97, tags: [] },
  ...{ peaks: [0], durationMs: 20_000, extension: "mp3" as const },
};
const TAKE_MS = barStartMs({ bpm: BEAT.bpm, loopMs: BEAT.durationMs }, 9);
/** A take of the first turn of a cypher of eight bars. */
export const TAKE = {
  ...{ peaks: [1, 2], durationMs: TAKE_MS + TAIL_MS },
  section: { startBar: 1, bars: 8, atMs: 0, endMs: TAKE_MS },
};
const VERSE = {
  ...{ peaks: [1], durationMs: 1000, extension: "webm" as const },
  words: "two\nlines",
};

/** The first time for which a cypher can be announced. */
const soon = () =>
  Math.ceil((Date.now() + LEAST_AHEAD_MS + MINUTE_MS) / QUARTER_MS) *
  QUARTER_MS;

const anySound = () => crypto.getRandomValues(new Uint8Array(8));

/**
 * Makes a stage. Publishes as the actions do after they have checked a file.
 */
export async function makeStage(
  world: World,
  moderator: Person,
  setting: Setting,
): Promise<Stage> {
  const [producer, rapper, fan, listener, ofBeat, ofVerse, storageId, takeId] =
    await Promise.all([
      world.join({ role: "producer" }),
      joinWithPassword(world, { role: "rapper" }),
      world.join({ role: "producer_rapper" }),
      world.join({ role: "listener" }),
      world.uploadBytes(anySound()),
      world.uploadBytes(anySound()),
      world.upload({ name: "verse-2s-live.webm", type: "audio/webm" }),
      world.upload({ name: "verse-2s-fragmented.mp4", type: "audio/mp4" }),
    ]);
  const { reserve } = internal.files;
  await Promise.all([
    producer.mutation(reserve, { kind: "beats", storageId: ofBeat }),
    rapper.mutation(reserve, { kind: "verses", storageId: ofVerse }),
  ]);
  const beat = { ...BEAT, storageId: ofBeat };
  const beatId = await producer.mutation(internal.beats.insert, beat);
  const verse = { ...VERSE, beatId, storageId: ofVerse };
  const cyphers = cyphersOf(world);
  const open = () =>
    setting === "slow"
      ? cyphers.open(fan, beatId)
      : cyphers.openLive(fan, beatId, setting === "live" ? undefined : soon());
  const [verseId, cypherId] = await Promise.all([
    rapper.mutation(internal.verses.insert, verse),
    open(),
  ]);
  if (setting === "announced") {
    // The room opens half an hour before the start.
    const startsAt = Date.now() + 10 * MINUTE_MS;
    await world.t.run(({ db }) => db.patch("cyphers", cypherId, { startsAt }));
  }
  if (setting !== "slow") {
    await cyphers.enter(rapper, cypherId);
    await cyphers.here(fan, cypherId);
  } else await cyphers.take(rapper, cypherId);
  const turn = { cypherId, turnNo: 1 };
  const cast = { producer, rapper, fan, listener, moderator };
  return { ...cast, beatId, verseId, cypherId, storageId, takeId, turn };
}

/**
 * Reports a mic that is free although somebody in the room waits for it; null if
 * none is.
 */
export const idleMic = (
  world: World,
  { cypherId }: Stage,
): Promise<string | null> =>
  world.t.run(async (ctx) => {
    const cypher = await ctx.db.get("cyphers", cypherId);
    if (!cypher || !isLive(cypher) || !isMicFree(cypher)) return null;
    const next = await findNext(ctx, cypher);
    return next && `The mic is free, and ${next} waits.`;
  });
