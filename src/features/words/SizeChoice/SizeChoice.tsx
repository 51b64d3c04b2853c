import { VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { WORDS_SIZES, type WordsSize } from "../useWordsSize";
import classes from "./SizeChoice.module.css";

interface SizeChoiceProps {
  size: WordsSize;
  onChange: (size: WordsSize) => void;
}

/** Three letters of different sizes, to choose the size of the words. */
export function SizeChoice({ size, onChange }: SizeChoiceProps) {
  const t = useWordsTexts();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t.size} className={classes.sizes}>
      {WORDS_SIZES.map((one) => (
        <label key={one} className={classes.size} data-size={one}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={one === size}
            onChange={() => onChange(one)}
          />
          <span aria-hidden="true">A</span>
          <VisuallyHidden>{t.sizes[one]}</VisuallyHidden>
        </label>
      ))}
    </div>
  );
}
