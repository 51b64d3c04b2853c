import type { VerseSummary } from "../../../convex/shared/validators";

type Link = Pick<VerseSummary, "id" | "answers" | "createdAt">;

export interface InChain<Verse> {
  readonly verse: Verse;
  /** How many of the given verses come before this one in its chain. */
  readonly depth: number;
}

/**
 * Returns verses in the order of their chains: the verses that answer none of the others, oldest
 * first, each followed by its answers, depth first.
 */
export function chainOrder<Verse extends Link>(
  verses: readonly Verse[],
): InChain<Verse>[] {
  const ids = new Set<string>(verses.map(({ id }) => id));
  const parentOf = ({ answers }: Verse) =>
    answers?.verseId && ids.has(answers.verseId) ? answers.verseId : null;
  const oldestFirst = [...verses].sort((a, b) => a.createdAt - b.createdAt);
  const after = (parent: string | null, depth: number): InChain<Verse>[] =>
    oldestFirst
      .filter((verse) => parentOf(verse) === parent)
      .flatMap((verse) => [{ verse, depth }, ...after(verse.id, depth + 1)]);
  return after(null, 0);
}
