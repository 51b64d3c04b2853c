import { useId } from "react";
import classes from "./RadioField.module.css";

interface RadioFieldProps<Value extends string> {
  label: string;
  hint?: string;
  choices: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

/** A choice between sentences, which are shown in full. One of them is always chosen. */
export function RadioField<Value extends string>(
  props: RadioFieldProps<Value>,
) {
  const { label, hint, choices, value, isDisabled, onChange } = props;
  const id = useId();
  return (
    <fieldset
      className={classes.field}
      disabled={isDisabled}
      aria-describedby={hint === undefined ? undefined : id}
    >
      <legend className={classes.legend}>{label}</legend>
      {hint !== undefined && (
        <p id={id} className={classes.hint}>
          {hint}
        </p>
      )}
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className={classes.radio}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
