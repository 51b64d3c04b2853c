import { Text } from "@mantine/core";
import {
  type Belongings,
  MOST_COUNTED,
} from "../../../../convex/shared/leaving";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import classes from "./BelongingsList.module.css";

interface BelongingsListProps {
  belongings: Belongings;
}

export function BelongingsList({ belongings }: BelongingsListProps) {
  const t = useLeavingTexts().remove;
  const { beats, verses, votes, versesOfOthers } = belongings;
  const count = (number: number) =>
    number < MOST_COUNTED ? String(number) : t.orMore(String(number));
  const rows = [
    [t.beats, beats],
    [t.verses, verses],
    [t.votes, votes],
    [t.versesOfOthers, versesOfOthers],
  ] as const;
  return (
    <div>
      <Text fw={600}>{t.whatGoes}</Text>
      <dl className={classes.list}>
        {rows.map(([label, number]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.count}>{count(number)}</dd>
          </div>
        ))}
      </dl>
      {versesOfOthers > 0 && <Text c="dimmed">{t.told}</Text>}
    </div>
  );
}
