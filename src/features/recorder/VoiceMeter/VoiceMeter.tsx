import { Text } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import classes from "./VoiceMeter.module.css";

interface VoiceMeterProps {
  /** From 0 to 1. */
  level: number;
  isClipping: boolean;
}

/** Shows the level of the voice at the microphone, with a warning while it is overdriven. */
export function VoiceMeter({ level, isClipping }: VoiceMeterProps) {
  const t = useRecorderTexts();
  const { clipping } = useTexts("sound");
  const percent = Math.round(level * 100);
  return (
    <>
      <div
        role="meter"
        className={classes.meter}
        aria-label={t.level}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div
          className={classes.level}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
      </div>
      <Text role="status" size="sm" className={classes.clipping}>
        {isClipping && clipping}
      </Text>
    </>
  );
}
