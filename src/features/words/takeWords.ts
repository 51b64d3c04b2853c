import {
  freeSpan,
  planWords,
  sectionSpan,
  spokenLines,
  type TakeWords,
} from "../../../convex/shared/wordPlan";
import { checkWords } from "../../../convex/shared/words";
import type { FinishedTake } from "../../audio/store/finishedTake";
import { openWordsBook } from "./wordsBook";

interface WordsBeat {
  readonly id: string;
  readonly bpm: number;
  readonly durationMs: number;
  readonly firstBarMs?: number | undefined;
}

/**
 * Returns the words that this device has for a take on the beat, with the time of each line;
 * undefined if there are no usable words. `sectionBars` is the length of the section; absent for a
 * free take.
 */
export function wordsForTake(
  userId: string,
  { id, bpm, durationMs, firstBarMs }: WordsBeat,
  sectionBars?: number,
): TakeWords | undefined {
  const text = openWordsBook(userId, id).read()?.text ?? "";
  const lines = spokenLines(text).length;
  if (lines === 0 || checkWords(text) !== null) return undefined;
  const span = sectionBars
    ? sectionSpan(bpm, sectionBars)
    : freeSpan({ bpm, loopMs: durationMs, firstBarMs }, lines);
  return { text, plan: planWords(text, span) };
}

/**
 * Ids of takes whose words their rapper wants to publish. Not stored, because the default is not to
 * publish.
 */
const published = new Set<string>();

export const isPublishing = (takeId: string): boolean => published.has(takeId);

export function setPublishing(takeId: string, isOn: boolean): void {
  if (isOn) published.add(takeId);
  else published.delete(takeId);
}

/**
 * Returns the arguments of `verses.create` that publish a take's words, if the rapper wants to
 * publish them.
 */
export function wordsToSend({
  id,
  credit,
}: Pick<FinishedTake, "id" | "credit">): {
  words?: string;
  wordStartsMs?: number[];
} {
  const words = credit?.words;
  if (!words || !isPublishing(id)) return {};
  return {
    words: words.text,
    wordStartsMs: words.plan.map(({ startMs }) => startMs),
  };
}
