import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useIsPainted } from "../../hooks/useIsPainted";

interface Choice {
  readonly value: string;
  readonly label: string;
}

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
  const isPainted = useIsPainted();
  const all =
    none === undefined ? choices : [{ value: "", label: none }, ...choices];
  const isShown = (choice: Choice | string) =>
    (typeof choice === "string" ? choice : choice.value) === props.value;
  const hasToWait = !isPainted && all.some(isShown);
  return (
    <NativeSelect
      data={hasToWait ? all.filter(isShown) : [...all]}
      {...props}
    />
  );
}
