import type { RingRow } from "../../../convex/shared/rings";
import { clockText } from "../../lib/dateText";
import type { Language } from "../../texts/language";
import type { BellTexts } from "../../texts/useBellTexts";

/** Returns the text of a row of the bell. */
export function ringText(
  { kind, count, name, subject }: RingRow,
  t: BellTexts,
  language: Language,
): string {
  const title = subject?.title ?? "";
  switch (kind) {
    case "answer":
      return t.answer(name ?? "", title, count - 1);
    case "verse":
      return t.verse(name ?? "", title, count - 1);
    case "cypherVerse":
      return count === 1
        ? t.cypherVerse(name ?? "", title, subject?.isMicFree ?? false)
        : t.cypherVerses(title, count);
    case "micFree":
      return t.micFree(title);
    case "cypherStarts":
      return t.cypherStarts(title, clockText(subject?.startsAt ?? 0, language));
    case "cypherOpened":
      return t.cypherOpened(name ?? "", title);
    case "votes":
      return t.votes(title, count);
    case "followers":
      return t.followers(count);
    case "listens":
      return t.listens(title, count);
    default:
      return kind satisfies never;
  }
}
