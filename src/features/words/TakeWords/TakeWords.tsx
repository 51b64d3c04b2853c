import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch } from "@mantine/core";
import { useState } from "react";
import {
  lineAt,
  type TakeWords as Words,
} from "../../../../convex/shared/wordPlan";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { isPublishing, setPublishing } from "../takeWords";
import classes from "./TakeWords.module.css";

interface TakeWordsProps {
  takeId: string;
  words: Words;
  elapsedMs: number;
  isPlaying: boolean;
  onPlayFrom: (ms: number) => void;
}

/** The words of a finished take. Tapping a line plays from there. */
export function TakeWords(props: TakeWordsProps) {
  const { takeId, words, elapsedMs, isPlaying, onPlayFrom } = props;
  const t = useWordsTexts();
  const [isOn, setIsOn] = useState(() => isPublishing(takeId));
  const heard = isPlaying ? lineAt(words.plan, elapsedMs) : -1;
  const lines = words.text.split("\n");

  const handlePublish = (next: boolean) => {
    setPublishing(takeId, next);
    setIsOn(next);
  };

  return (
    <Stack gap="sm">
      <ol aria-label={t.title} className={classes.lines}>
        {words.plan.map(({ line, startMs }, index) => (
          <li key={line}>
            <button
              type="button"
              dir="auto"
              className={classes.line}
              aria-label={t.playFrom(lines[line] ?? "")}
              aria-current={index === heard || undefined}
              onClick={() => onPlayFrom(startMs)}
            >
              {lines[line]}
            </button>
          </li>
        ))}
      </ol>
      <Switch
        size="lg"
        label={t.publish}
        description={t.publishHint}
        checked={isOn}
        onChange={(event) => handlePublish(event.currentTarget.checked)}
      />
    </Stack>
  );
}
