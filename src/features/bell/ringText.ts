import type { RingRow } from "../../../convex/shared/rings";
import { clockText } from "../../lib/dateText";
import type { Language } from "../../texts/language";
import type { BellTexts } from "../../texts/useBellTexts";

/** Returns the text of a row of the bell. */
function ringText(
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

/** Stand for the person and for the title in a sentence, until it is taken apart. */
const PERSON = "\uE000";
const TITLE = "\uE001";

interface RingPart {
  readonly text: string;
  /** True for the name of a person and for a title. */
  readonly isName: boolean;
}

/**
 * Returns the text of a row in parts. The names are put in last, so that no name, whatever it
 * holds, is taken for another part.
 */
export function ringParts(
  ring: RingRow,
  t: BellTexts,
  language: Language,
): readonly RingPart[] {
  const { name, subject } = ring;
  const nameless: RingRow = {
    ...ring,
    name: name === null ? null : PERSON,
    subject: subject && { ...subject, title: TITLE },
  };
  const names: Readonly<Record<string, string>> = {
    [PERSON]: name ?? "",
    [TITLE]: subject?.title ?? "",
  };
  return ringText(nameless, t, language)
    .split(/([\uE000\uE001])/)
    .map((text) => {
      const named = names[text];
      return { text: named ?? text, isName: named !== undefined };
    })
    .filter(({ text }) => text !== "");
}
