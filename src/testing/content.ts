import { copiedFactsOf } from "../../convex/shared/beatFacts";
import type { BeatSummary, VerseSummary } from "../../convex/shared/validators";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

/** A complete beat; `overrides` replaces single fields. */
export function makeBeat(overrides: Partial<BeatSummary> = {}): BeatSummary {
  return {
    id: asId("beat1"),
    title: "Monsoon",
    genre: "Trap",
    bpm: 97,
    grid: null,
    key: null,
    tags: ["dark"],
    state: "Delhi",
    producer: { userId: asId("producer-id"), username: "meera" },
    voteCount: 4,
    verseCount: 2,
    versesLimit: 10,
    terms: "here",
    fileUrl: "/files/beat1",
    durationMs: 61_000,
    createdAt: Date.UTC(2026, 10, 21, 12),
    ...overrides,
  };
}

/** A complete verse over the beat that `makeBeat` makes. */
export function makeVerse(overrides: Partial<VerseSummary> = {}): VerseSummary {
  const { id, producer, ...beat } = makeBeat();
  return {
    id: asId("verse1"),
    beat: { id, ...copiedFactsOf(beat), producer },
    rapper: { userId: asId("rapper-id"), username: "kabir" },
    terms: "here",
    voteCount: 1,
    fileUrl: "/files/verse1",
    durationMs: 45_000,
    hasWords: false,
    section: null,
    answers: null,
    firstAnswerId: null,
    answerCount: 0,
    cypherId: null,
    createdAt: Date.UTC(2026, 10, 21, 13),
    ...overrides,
  };
}
