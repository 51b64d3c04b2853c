import { Text } from "@mantine/core";
import { Fold } from "../../../components/Fold/Fold";
import type { useLeavingTexts } from "../../../texts/useLeavingTexts";
import classes from "./LeavingNotices.module.css";
import { type SavableVerse, VerseToSave } from "./VerseToSave";

interface VersesNoticeProps {
  texts: ReturnType<typeof useLeavingTexts>["going"];
  verses: readonly SavableVerse[];
}

/** Verses that their rapper can save until a day, behind a fold. */
export function VersesNotice({ texts: t, verses }: VersesNoticeProps) {
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
          <VerseToSave key={verse.id} verse={verse} />
        ))}
      </ul>
    </Fold>
  );
}
