import { useState } from "react";
import { readChoice, writeChoice } from "../../lib/storedChoice";

export const WORDS_SIZES = ["small", "medium", "large"] as const;
export type WordsSize = (typeof WORDS_SIZES)[number];

const KEY = "gully-words-size";

/** The size of words on screen, which this browser remembers. */
export function useWordsSize(): [WordsSize, (size: WordsSize) => void] {
  const [size, setSize] = useState(readSize);
  const change = (next: WordsSize) => {
    setSize(next);
    writeChoice(KEY, next);
  };
  return [size, change];
}

const readSize = (): WordsSize =>
  WORDS_SIZES.find((size) => size === readChoice(KEY)) ?? "medium";
