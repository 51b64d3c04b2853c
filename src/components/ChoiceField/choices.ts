/** An option of a select. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the option for "no choice", if it has a label; its value is the empty string. */
export const noChoice = (label: string | undefined): readonly Choice[] =>
  label === undefined ? [] : [{ value: "", label }];
