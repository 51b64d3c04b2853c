import type { PublishedWords } from "../../../../convex/shared/words";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import classes from "./PublishedLines.module.css";

interface PublishedLinesProps {
  words: PublishedWords;
  /** Index, among all lines, of the line that is being heard. */
  heard?: number;
}

/** The published words of a verse, with a note if they were edited. */
export function PublishedLines({ words, heard }: PublishedLinesProps) {
  const t = useWordsTexts();
  return (
    <div className={classes.words}>
      {words.text.split("\n").map((line, index) => (
        <p
          key={index}
          dir="auto"
          className={classes.line}
          aria-current={index === heard || undefined}
        >
          {line}
        </p>
      ))}
      {words.editedAt !== null && <p className={classes.edited}>{t.edited}</p>}
    </div>
  );
}
