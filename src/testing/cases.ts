import type { CaseDetails, QueuedCase } from "../../convex/shared/moderation";
import { makeVerse } from "./content";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

/** A case about a report of its own verse; `overrides` replaces single fields. */
export function makeCase(
  id: string,
  overrides: Partial<QueuedCase> = {},
): QueuedCase {
  return {
    id: asId(id),
    number: "KTRB-WXHM",
    kind: "report",
    reason: "spam",
    subjectType: "verse",
    subjectId: asId(`verse of ${id}`),
    about: "Monsoon",
    createdAt: 1,
    dueAt: 2,
    acknowledgedAt: null,
    ...overrides,
  };
}

/** The details of a case about a reported verse; `overrides` replaces single fields. */
export function makeDetails(overrides: Partial<CaseDetails> = {}): CaseDetails {
  return {
    ...makeCase("case1"),
    text: "Look at this.",
    decidedAt: null,
    isBeingDecided: false,
    beat: null,
    verse: makeVerse(),
    othersVerses: 0,
    owner: null,
    earlier: [],
    others: [],
    othersCount: 0,
    claim: null,
    appealed: null,
    matches: null,
    refusal: null,
    ...overrides,
  };
}
