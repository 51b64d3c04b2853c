/**
 * Invents people, beats and votes. The result depends only on the numbers
 * passed in, so every run sees the same data.
 */
import { GENRES } from "../../../convex/shared/genres.ts";
import { STATES } from "../../../convex/shared/states.ts";

export interface Person {
  readonly username: string;
  readonly role: string;
  readonly state: string;
}

export interface Beat {
  /** Index in the list of people, like each entry of `voters`. */
  readonly producer: number;
  readonly voters: readonly number[];
  readonly title: string;
  readonly genre: string;
  readonly state: string;
  readonly createdAt: number;
}

const VOTES_PER_BEAT = 10;
const FIRST_BEAT_AT = 1_700_000_000_000;
const BEAT_EVERY_MS = 60_000;
/** Half of the people are listeners, so that beats get votes. */
const ROLES = [
  "producer",
  "rapper",
  "producer_rapper",
  "listener",
  "listener",
  "listener",
];
const SYLLABLES =
  "ra vi ka sh mc dj an il gu ly bo mb ay de lhi ni sha raj pun ji tam kol zor".split(
    " ",
  );

export function inventPerson(i: number): Person {
  const next = generator(i);
  const word = () => pick(SYLLABLES, next());
  const role = pick(ROLES, next());
  return {
    username: `${word()}${word()}${word()}${i.toString(36)}`,
    role,
    state: role === "listener" ? "" : stateOf(i),
  };
}

/** Producers take turns. Vote counts follow an exponential distribution. */
export function inventBeat(
  i: number,
  producers: readonly number[],
  people: number,
): Beat {
  const next = generator(i + 0x5eed);
  const producer = producers[i % producers.length] ?? 0;
  const wanted = Math.floor(-Math.log(1 - next()) * VOTES_PER_BEAT);
  const first = Math.floor(next() * people);
  return {
    producer,
    voters: Array.from(
      { length: Math.min(wanted, people) },
      (_, k) => (first + k) % people,
    ),
    title: `Beat ${i}`,
    genre: pick(GENRES, next()),
    state: stateOf(producer),
    createdAt: FIRST_BEAT_AT + i * BEAT_EVERY_MS,
  };
}

const stateOf = (i: number) => pick(STATES, generator(i + 0x57a7e)());

function pick<Item>(items: readonly Item[], share: number): Item {
  const item = items[Math.floor(share * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** mulberry32: returns numbers from 0 (inclusive) to 1 (exclusive). */
function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
