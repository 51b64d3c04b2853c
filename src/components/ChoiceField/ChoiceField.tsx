import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { type Choice, noChoice } from "./choices";

interface ChoiceFieldProps extends Omit<NativeSelectProps, "data"> {
  choices: readonly (Choice | string)[];
  /** Label of the option for "no choice"; its value is the empty string. */
  none?: string;
}

/**
 * A select with the system's native picker, which works well with touch and keyboard and needs no
 * code of ours.
 */
export function ChoiceField({ choices, none, ...props }: ChoiceFieldProps) {
  return <NativeSelect data={[...noChoice(none), ...choices]} {...props} />;
}
