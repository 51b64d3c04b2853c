import { expect, test } from "vitest";
import { GENRES } from "../../convex/shared/genres.ts";
import {
  isProducer,
  isRapper,
  ROLES,
  type Role,
} from "../../convex/shared/roles.ts";
import { TERMS } from "../../convex/shared/terms.ts";
import { isUsername } from "../../convex/shared/usernames.ts";
import { ARTISTS, LISTENERS } from "./cast.ts";
import { SONGS } from "./songs.ts";
import { type Ballot, drawVotes, mixTakes } from "./taste.ts";

const people = [...ARTISTS, ...LISTENERS];
const roleOf = (username: string): Role => {
  const person = people.find((one) => one.username === username);
  if (person === undefined) throw new Error(`No one is called ${username}.`);
  return person.role;
};

test("has twelve artists from twelve states, and someone in every role", () => {
  expect(ARTISTS).toHaveLength(12);
  expect(new Set(ARTISTS.map(({ state }) => state)).size).toBe(12);
  for (const role of ROLES)
    expect(people.some((person) => person.role === role)).toBe(true);
});

test("everyone has a unique address and a valid name", () => {
  for (const { username } of people) {
    expect(isUsername(username)).toBe(true);
    expect(username).toBe(username.normalize("NFC"));
  }
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
});

test("has twenty beats of all genres and terms, and thirty verses, by people with the right roles", () => {
  expect(SONGS).toHaveLength(20);
  expect(new Set(SONGS.map(({ genre }) => genre))).toEqual(new Set(GENRES));
  expect(SONGS.every(({ by }) => isProducer(roleOf(by)))).toBe(true);
  expect(new Set(SONGS.map(({ terms }) => terms))).toEqual(new Set(TERMS));
  const takes = mixTakes(SONGS);
  expect(takes).toHaveLength(30);
  expect(takes.every(({ by }) => isRapper(roleOf(by)))).toBe(true);
});

test("more appealing content gets more votes, and the votes are the same every time", () => {
  const ballots = [0.2, 0.9].flatMap((appeal) =>
    Array.from({ length: 50 }, (_, index): Ballot => {
      const contentId = `${appeal}-${index}`;
      return { contentType: "beat", contentId, appeal };
    }),
  );
  const votes = LISTENERS.flatMap((_, seed) => drawVotes(seed, ballots));
  const liked = votes.filter(({ appeal }) => appeal === 0.9);
  expect(liked.length).toBeGreaterThan(2 * (votes.length - liked.length));
  expect(LISTENERS.flatMap((_, seed) => drawVotes(seed, ballots))).toEqual(
    votes,
  );
});
