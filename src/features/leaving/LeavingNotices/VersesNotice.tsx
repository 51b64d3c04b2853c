import { Text } from "@mantine/core";
import { Fold } from "../../../components/Fold/Fold";
import type { useLeavingTexts } from "../../../texts/useLeavingTexts";
import classes from "./LeavingNotices.module.css";
import { type SavableVerse, VerseToSave } from "./VerseToSave";

interface VersesNoticeProps {
  texts: ReturnType<typeof useLeavingTexts>["going"];
  verses: readonly SavableVerse[];
  /** Whether there are more verses than those in the list. */
  hasMore: boolean;
  /** Deletes the copy that is kept of a verse. Absent for verses that are not deleted yet. */
  onDiscard?: (id: string) => Promise<unknown>;
}

/** A folded list of verses that their rapper can save until a certain day. */
export function VersesNotice(props: VersesNoticeProps) {
  const { texts: t, verses, hasMore, onDiscard } = props;
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
          <VerseToSave key={verse.id} verse={verse} onDiscard={onDiscard} />
        ))}
      </ul>
      {hasMore && <p>{t.more(verses.length)}</p>}
    </Fold>
  );
}
