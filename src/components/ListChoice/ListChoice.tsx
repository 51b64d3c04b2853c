import { useId } from "react";
import { useIsPainted } from "../../hooks/useIsPainted";
import { type Choice, noChoice } from "../ChoiceField/choices";
import classes from "./ListChoice.module.css";

interface ListChoiceProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  /** Label of the option for "no choice"; its value is the empty string. */
  none?: string;
  onChange: (value: string) => void;
}

/**
 * Chooses what a list shows, with the system's native picker. It looks like a `ChoiceField` but
 * does not load the code of form fields.
 */
export function ListChoice(props: ListChoiceProps) {
  const { label, value, choices, none, onChange } = props;
  const id = useId();
  const isPainted = useIsPainted();
  const all = [...noChoice(none), ...choices];
  const drawn = isPainted ? all : all.filter((one) => one.value === value);
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.field}>
        <select
          id={id}
          className={classes.select}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {drawn.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
        <svg
          viewBox="0 0 24 24"
          className={classes.arrows}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M5 9l7-6 7 6M5 15l7 6 7-6" />
        </svg>
      </div>
    </div>
  );
}
