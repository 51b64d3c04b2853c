import { NativeSelect, type NativeSelectProps } from "@mantine/core";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceFieldProps extends Omit<NativeSelectProps, "data"> {
  choices: readonly (Choice | string)[];
  /** Stands for no choice at all; its value is the empty text. */
  none?: string;
}

/** One of a list, in the system's own picker: a wheel under the thumb, letters on a keyboard, and no code for either. */
export function ChoiceField({ choices, none, ...props }: ChoiceFieldProps) {
  const data = none === undefined ? [] : [{ value: "", label: none }];
  return <NativeSelect data={[...data, ...choices]} {...props} />;
}
