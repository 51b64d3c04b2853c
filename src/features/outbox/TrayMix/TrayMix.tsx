import { Button, Progress, Text } from "@mantine/core";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import type { Mix } from "../mixes";
import classes from "../TrayEntry/TrayEntry.module.css";

/** A take that is being mixed before it is sent. */
export function TrayMix({ mix }: { mix: Mix }) {
  const t = useOutboxTexts();
  return (
    <div
      className={classes.entry}
      role="group"
      aria-label={t.verse(mix.beatTitle)}
    >
      <div className={classes.words}>
        <Text fw={600} size="sm">
          {t.verse(mix.beatTitle)}
        </Text>
        <Text size="sm">{t.mixing}</Text>
        <Progress
          className={classes.bar}
          value={mix.percent}
          aria-label={t.mixing}
        />
      </div>
      <Button size="compact-md" variant="default" onClick={() => mix.cancel()}>
        {t.cancel}
      </Button>
    </div>
  );
}
