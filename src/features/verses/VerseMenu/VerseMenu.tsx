import type { VerseSummary } from "../../../../convex/shared/validators";
import { creditTags } from "../../../audio/store/credit";
import { MoreMenu } from "../../../components/MoreMenu/MoreMenu";
import { useCan } from "../../../hooks/useCan";
import { fileNameOf } from "../../../lib/saveFile";
import { useTexts } from "../../../texts/TextsProvider";
import { SaveButton } from "../../player/SaveButton/SaveButton";
import { useMaySave } from "../../player/SaveButton/useMaySave";
import { ReportButton } from "../../safety/ReportButton/ReportButton";

interface VerseMenuProps {
  verse: VerseSummary;
  title: string;
}

/** Saving and reporting a verse. Absent if the viewer may do neither. */
export function VerseMenu({ verse, title }: VerseMenuProps) {
  const { beat, rapper, terms } = verse;
  const t = useTexts("verses");
  const { report } = useTexts("safety");
  const can = useCan();
  const sound = { url: verse.fileUrl, ownerId: rapper.userId, terms };
  const maySave = useMaySave(sound);
  if (!maySave && !can("report:create", { ownerId: rapper.userId })) {
    return null;
  }
  return (
    <MoreMenu label={t.more(rapper.username)}>
      <SaveButton
        hasText
        {...sound}
        title={title}
        fileName={fileNameOf([
          ...[beat.title, "prod", beat.producer.username],
          ...["verse", rapper.username],
        ])}
        tags={tagsOf(verse)}
      />
      <ReportButton
        hasText
        label={report.verse(rapper.username)}
        reported={{
          subjectType: "verse",
          subjectId: verse.id,
          ownerId: rapper.userId,
          ownerName: rapper.username,
        }}
      />
    </MoreMenu>
  );
}

function tagsOf({ beat, rapper, terms }: VerseSummary) {
  return creditTags({
    ...{ beatTitle: beat.title, producer: beat.producer.username },
    ...{ rapper: rapper.username, genre: beat.genre, bpm: beat.bpm, terms },
  });
}
