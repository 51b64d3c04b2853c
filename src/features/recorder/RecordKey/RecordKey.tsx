import { UnstyledButton } from "@mantine/core";
import { Icon } from "../../player/Icon/Icon";
import classes from "./RecordKey.module.css";

interface RecordKeyProps {
  label: string;
  isRecording: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

/** The red key of the tape deck. */
export function RecordKey(props: RecordKeyProps) {
  const { label, isRecording, isDisabled = false, onPress } = props;
  return (
    <UnstyledButton
      className={classes.key}
      data-recording={isRecording || undefined}
      aria-label={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={isRecording ? "stop" : "mic"} size={40} />
    </UnstyledButton>
  );
}
