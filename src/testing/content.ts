import type { BeatCard, VerseCard } from "../../convex/shared/validators";

const asId = (id: string) => id as never; // an id is a string with a brand; no backend made this one

export function makeBeat(overrides: Partial<BeatCard> = {}): BeatCard {
  return {
    id: asId("beat1"),
    title: "Monsoon",
    genre: "Trap",
    bpm: 97,
    tags: ["dark"],
    state: "Delhi",
    producer: { userId: asId("producer-id"), username: "meera" },
    voteCount: 4,
    verseCount: 2,
    versesLimit: 10,
    fileUrl: "/files/beat1",
    durationMs: 61_000,
    createdAt: Date.UTC(2026, 10, 21, 12),
    ...overrides,
  };
}

export function makeVerse(overrides: Partial<VerseCard> = {}): VerseCard {
  const { id, title, genre, bpm, producer } = makeBeat();
  return {
    id: asId("verse1"),
    beat: { id, title, genre, bpm, producer },
    rapper: { userId: asId("rapper-id"), username: "kabir" },
    voteCount: 1,
    fileUrl: "/files/verse1",
    durationMs: 45_000,
    createdAt: Date.UTC(2026, 10, 21, 13),
    ...overrides,
  };
}
