import { UnstyledButton } from "@mantine/core";
import { Icon } from "../../player/Icon/Icon";
import classes from "./RecordKey.module.css";

interface RecordKeyProps {
  label: string;
  isRecording: boolean;
  isDisabled?: boolean;
  /** Beats until the take begins. */
  count?: number | null;
  onPress: () => void;
}

/** The red key of the tape deck. */
export function RecordKey(props: RecordKeyProps) {
  const { label, isRecording, isDisabled = false, count = null } = props;
  return (
    <UnstyledButton
      className={classes.key}
      data-recording={isRecording || undefined}
      aria-label={label}
      data-counting={count !== null || undefined}
      disabled={isDisabled}
      onClick={props.onPress}
    >
      {count === null ? (
        <Icon name={isRecording ? "stop" : "mic"} size={40} />
      ) : (
        // Keyed, so that each beat is felt.
        <span key={count} className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </UnstyledButton>
  );
}
