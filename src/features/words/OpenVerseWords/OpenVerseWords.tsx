import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { lineAt } from "../../../../convex/shared/wordPlan";
import type { VerseSummary } from "../../../../convex/shared/validators";
import type { PublishedWords } from "../../../../convex/shared/words";
import { usePlayerState } from "../../../audio/player/useTrackPlayback";
import { trackId } from "../../../audio/player/track";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useCan } from "../../../hooks/useCan";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { ReportButton } from "../../safety/ReportButton/ReportButton";
import { EditVerseWords } from "../EditVerseWords/EditVerseWords";
import { EditWordsButton } from "../EditVerseWords/EditWordsButton";
import { WithdrawWords } from "../EditVerseWords/WithdrawWords";
import { PublishedLines } from "../PublishedLines/PublishedLines";

/** The published words of a verse, which load when the viewer opens them. */
export function OpenVerseWords({ verse }: { verse: VerseSummary }) {
  const t = useWordsTexts();
  const result = useLiveQuery({
    query: api.words.get,
    args: { verseId: verse.id },
  });
  if (result.status === "pending") return null;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data === null) return <Text c="dimmed">{t.gone}</Text>;
  return <Loaded verse={verse} words={result.data} />;
}

interface LoadedProps {
  verse: VerseSummary;
  words: PublishedWords;
}

function Loaded({ verse, words }: LoadedProps) {
  const t = useWordsTexts();
  const can = useCan();
  const [isEditing, setIsEditing] = useState(false);
  const heard = useHeardLine(verse.id, words);
  const { id, rapper } = verse;
  const isOwn = { ownerId: rapper.userId };
  if (isEditing) {
    return (
      <EditVerseWords
        verseId={id}
        text={words.text}
        onDone={() => setIsEditing(false)}
      />
    );
  }
  return (
    <div>
      <PublishedLines words={words} heard={heard} />
      {can("words:edit", isOwn) && (
        <EditWordsButton onClick={() => setIsEditing(true)} />
      )}
      {can("words:withdraw", isOwn) && <WithdrawWords verseId={id} />}
      <ReportButton
        hasText
        label={t.report(rapper.username)}
        reported={{
          subjectType: "words",
          subjectId: id,
          ownerId: rapper.userId,
          ownerName: rapper.username,
        }}
      />
    </div>
  );
}

/** Returns the line of the text that is being heard; renders only when it changes. */
function useHeardLine(
  verseId: string,
  { lines }: PublishedWords,
): number | undefined {
  const id = trackId("verse", verseId);
  return usePlayerState(({ track, elapsedMs, status }) => {
    const isHeard = track?.id === id && (status === "playing" || elapsedMs > 0);
    return isHeard ? lines[lineAt(lines, elapsedMs)]?.line : undefined;
  });
}
