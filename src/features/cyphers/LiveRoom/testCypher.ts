import type { CypherPage } from "../../../../convex/shared/cyphers";

const verse = (id: string, userId: string) => ({
  ...{ id, durationMs: 9_000, fileUrl: `/${id}`, section: { atMs: 400 } },
  ...{ rapper: { userId, username: userId } },
  beat: { producer: { userId: "producer" } },
});

/** For tests: a cypher that has ended with its last verse, before anybody heard that verse. */
export const endedCypher = (changes = {}): CypherPage =>
  ({
    ...{ id: "cypher", isOpen: false, startsAt: null, mic: null },
    endReason: "complete",
    beat: { bpm: 120, durationMs: 8_000, grid: null, fileUrl: "/beat" },
    before: [{ verseId: "first", startsAt: 20_000, endsAt: 28_000 }],
    playing: { verseId: "last", startsAt: 28_000, endsAt: 36_000 },
    ride: { at: 36_000, bar: 1 },
    verses: [verse("first", "asha"), verse("last", "ravi")],
    ...changes,
  }) as unknown as CypherPage; // the room needs no other fields
