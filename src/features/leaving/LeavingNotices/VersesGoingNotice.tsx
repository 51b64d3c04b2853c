import { Text } from "@mantine/core";
import type { VersesGoing } from "../../../../convex/shared/leaving";
import { Fold } from "../../../components/Fold/Fold";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import classes from "./LeavingNotices.module.css";
import { VerseToSave } from "./VerseToSave";

interface VersesGoingNoticeProps {
  verses: readonly VersesGoing[];
}

/** The verses that go with the beats of people who leave, behind a fold. */
export function VersesGoingNotice({ verses }: VersesGoingNoticeProps) {
  const t = useLeavingTexts().going;
  return (
    <Fold
      className={classes.notice}
      title={
        <Text span fw={600}>
          {verses.length === 1 ? t.one : t.many(verses.length)}
        </Text>
      }
    >
      <p>{t.why}</p>
      <ul className={classes.list}>
        {verses.map((verse) => (
          <VerseToSave key={verse.verseId} verse={verse} />
        ))}
      </ul>
    </Fold>
  );
}
