import type { VerseSummary } from "../../../../convex/shared/validators";
import { creditTags } from "../../../audio/store/credit";
import { MoreMenu } from "../../../components/MoreMenu/MoreMenu";
import { fileNameOf } from "../../../lib/saveFile";
import { useTexts } from "../../../texts/TextsProvider";
import { SaveButton } from "../../player/SaveButton/SaveButton";
import { ReportButton } from "../../safety/ReportButton/ReportButton";

export interface VerseMenuProps {
  verse: VerseSummary;
  title: string;
}

/** The menu of a verse, without the buttons that the viewer may not use. */
export function OpenVerseMenu({ verse, title }: VerseMenuProps) {
  const { beat, rapper } = verse;
  const t = useTexts("verses");
  const { report } = useTexts("safety");
  return (
    <MoreMenu label={t.more(rapper.username)}>
      <SaveButton
        hasText
        url={verse.fileUrl}
        ownerId={rapper.userId}
        terms={verse.terms}
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
