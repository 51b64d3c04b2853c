import { UnstyledButton } from "@mantine/core";
import { Icon } from "../../../components/Icon/Icon";
import classes from "./RecordKey.module.css";

interface RecordKeyProps {
  label: string;
  isRecording: boolean;
  isDisabled?: boolean;
  /** Beats until the take starts; null while not counting in. */
  count?: number | null;
  onPress: () => void;
}

/** The round red button that starts and stops a take. */
export function RecordKey(props: RecordKeyProps) {
  const { label, isRecording, isDisabled = false, count = null } = props;
  return (
    <UnstyledButton
      className={classes.key}
      data-recording={isRecording || undefined}
      aria-label={label}
      // The dialog opens with the focus here instead of on its close button.
      data-autofocus={!isRecording || undefined}
      data-counting={count !== null || undefined}
      disabled={isDisabled}
      onClick={props.onPress}
    >
      {count === null ? (
        <Icon name={isRecording ? "stop" : "mic"} size={40} />
      ) : (
        // A new React key on each beat restarts the animation.
        <span key={count} className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </UnstyledButton>
  );
}
