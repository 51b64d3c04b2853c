import { useId } from "react";
import { type Terms, TERMS } from "../../../../convex/shared/terms";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./TermsField.module.css";

interface TermsFieldProps {
  value: Terms;
  isDisabled: boolean;
  onChange: (terms: Terms) => void;
}

/** The choice of what others may do with the beat. One option is always chosen. */
export function TermsField({ value, isDisabled, onChange }: TermsFieldProps) {
  const t = useTexts("terms");
  const hintId = useId();
  return (
    <fieldset
      className={classes.field}
      disabled={isDisabled}
      aria-describedby={hintId}
    >
      <legend className={classes.legend}>{t.field}</legend>
      <p id={hintId} className={classes.hint}>
        {t.fieldHint}
      </p>
      {TERMS.map((terms) => (
        <label key={terms} className={classes.choice}>
          <input
            type="radio"
            name="terms"
            value={terms}
            checked={value === terms}
            onChange={() => onChange(terms)}
            className={classes.radio}
          />
          {t.sentences[terms]}
        </label>
      ))}
    </fieldset>
  );
}
