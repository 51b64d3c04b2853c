import type { CypherPage } from "../../../convex/shared/cyphers";
import type { CypherTexts } from "../../texts/useCypherTexts";

interface Reader {
  readonly viewerId: string | undefined;
  /** Ids of people whom the reader has blocked. They are not named. */
  readonly hidden: ReadonlySet<string>;
  readonly timeText: (at: number) => string;
}

/** Describes the state of a cypher in one sentence. */
export function stateText(
  cypher: CypherPage,
  t: CypherTexts,
  { viewerId, hidden, timeText }: Reader,
): string {
  const { isOpen, endReason, mic, bars, beat, host, verses } = cypher;
  const nameOf = (person: CypherPage["host"]) =>
    person && !hidden.has(person.userId) ? person.username : t.somebody;
  if (!isOpen && endReason !== null) {
    const by = endReason === "producer" ? beat.producer : host;
    return t.ended(endReason, nameOf(by), verses.length);
  }
  if (mic === null) return t.free;
  const { holder, dueAt, isSending } = mic;
  if (holder.userId === viewerId) return t.yours(timeText(dueAt), bars);
  if (isSending) return t.sending(nameOf(holder));
  return t.heldBy(nameOf(holder), timeText(dueAt));
}

/** Says that the turn under way is the last one; empty for any other. */
export const lastText = (
  { isOpen, endReason }: Pick<CypherPage, "isOpen" | "endReason">,
  t: CypherTexts,
): string => (isOpen && endReason !== null ? t.endsSoon : "");
