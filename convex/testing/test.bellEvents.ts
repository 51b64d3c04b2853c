import * as fc from "fast-check";
import { api, internal } from "../_generated/api";
import { foldAll } from "./test.folds";
import type { PeopledWorld, Person } from "./test.world";

/** How often each event is drawn, so that more is added than removed. */
const WEIGHTS = {
  beat: 2,
  verse: 6,
  vote: 4,
  unvote: 1,
  tell: 2,
  listen: 4,
  follow: 3,
  unfollow: 1,
  read: 1,
  block: 1,
  unblock: 3,
  removeBeat: 1,
  removeVerse: 2,
  switch: 1,
};
type Act = keyof typeof WEIGHTS;
const ACTS = (Object.keys(WEIGHTS) as Act[]).flatMap((act) =>
  Array.from({ length: WEIGHTS[act] }, () => act),
);

/** Few enough that long runs do not get slower and slower. */
const MOST_BEATS = 6;

export const bellEvent = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(2),
  whom: fc.nat(2),
  which: fc.nat(),
  isOn: fc.boolean(),
});
export type BellEvent =
  typeof bellEvent extends fc.Arbitrary<infer T> ? T : never;

/** Has one of the people do something that may ring another person. */
export async function actOn(
  world: PeopledWorld,
  people: readonly Person[],
  event: BellEvent,
): Promise<void> {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  const beat = beats[event.which % beats.length];
  const verse = verses[event.which % verses.length];
  const by = people[event.who] ?? world.asBoth;
  const to = people[event.whom] ?? world.asBoth;
  const { userId } = to;
  if (event.act === "beat" && event.who < 2 && beats.length < MOST_BEATS)
    await world.publishBeat(by);
  if (event.act === "verse" && event.who > 0 && beat)
    await world
      .publishVerse(
        by,
        beat._id,
        verse && event.isOn ? { answersId: verse._id } : {},
      )
      .catch(() => {}); // refused: the beat is full, there is a block, or the verse is one's own or on another beat
  if (event.act === "vote" || event.act === "unvote") {
    const item = event.isOn ? beat : verse;
    if (!item) return;
    const contentType = event.isOn ? ("beat" as const) : ("verse" as const);
    const voted = event.act === "vote";
    const vote = { contentType, contentId: item._id, voted };
    await world.asListener.mutation(api.votes.set, vote);
  }
  if (event.act === "listen") {
    const item = event.isOn ? beat : verse;
    const listeners = [by, to, world.asListener];
    for (const one of item ? listeners : [])
      await one.mutation(api.ears.record, { contentId: item?._id ?? "" });
  }
  if (event.act === "tell") await tellAll(world);
  if (event.act === "follow" || event.act === "unfollow") {
    const isFollowed = event.act === "follow";
    // refused for oneself, and if either has blocked the other
    await by.mutation(api.follows.set, { userId, isFollowed }).catch(() => {});
  }
  if (event.act === "read")
    await by.mutation(api.bell.markRead, { upTo: Date.now() });
  if ((event.act === "block" || event.act === "unblock") && by !== to)
    await by.mutation(api.safety.setBlocked, {
      ...{ userId, isBlocked: event.act === "block" },
    });
  const owner = ({ userId: id }: Person) =>
    id === (event.act === "removeBeat" ? beat?.producerId : verse?.rapperId);
  if (event.act === "removeBeat" && beat)
    await people.find(owner)?.mutation(api.beats.remove, { beatId: beat._id });
  if (event.act === "removeVerse" && verse)
    await people
      .find(owner)
      ?.mutation(api.verses.remove, { verseId: verse._id });
  if (event.act === "switch")
    await by.mutation(api.bell.setWanted, {
      ring: "votes",
      isWanted: event.isOn,
    });
}

/** Runs the jobs that become due within an hour. */
async function tellAll(world: PeopledWorld) {
  await foldAll(world);
  for (const { _id: contentId, tellsVotesAt } of await world.rows("beats")) {
    const due = { contentType: "beat", contentId } as const;
    if (tellsVotesAt !== undefined)
      await world.t.mutation(internal.bell.tellVotes, {
        ...{ ...due, tellsAt: tellsVotesAt },
      });
  }
  for (const { _id: tallyId, dueAt } of await world.rows("followerTallies"))
    if (dueAt !== null)
      await world.t.mutation(internal.bell.tellFollowers, { tallyId, dueAt });
}
