import { Button, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { findRecordingProblem } from "../../../audio/signal/recordingSupport";
import type { StoredTake } from "../../../audio/store/takeStore";
import { useCan } from "../../../hooks/useCan";
import { useOnceDrawn } from "../../../hooks/useOnceDrawn";
import { useSuspensionText } from "../../../hooks/useSuspensionText";
import { useViewer } from "../../../hooks/useViewer";
import { Code } from "../../../lib/code";
import { whenIdle } from "../../../lib/whenIdle";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";
import { withCode } from "../../../components/OnDemand/onDemand";
import type { BeatProblem } from "../../beats/useHeldBeat";
import { useAnswerInUrl } from "../useAnswerInUrl";
import { recordRefusal } from "../recordRefusal";
import { refusalText } from "../refusalText";
import { useLastPlace } from "../useLastPlace";
import { useWarnIfBlocked } from "../useWarnIfBlocked";
import { TakesSlot } from "../UnsentTakes/TakesSlot";
import classes from "./RecordVerse.module.css";

const code = new Code(
  async () =>
    (await import("../RecordVerseDialog/RecordVerseDialog")).RecordVerseDialog,
);
const RecordVerseDialog = withCode(code);

/** An open recorder. It belongs to the person who opened it, even if they sign out elsewhere. */
interface Session {
  readonly take: StoredTake | null;
  /** Id of the verse to answer. */
  readonly answerId: string | null;
  readonly userId: string;
  readonly rapper: string;
}

interface RecordVerseProps {
  beat: BeatSummary;
  problem: BeatProblem | null;
}

/**
 * The button that opens the recorder for a beat, or the reason why recording is not possible,
 * together with the viewer's unsent takes.
 */
export function RecordVerse({ beat, problem }: RecordVerseProps) {
  const t = useTexts("record");
  const { byCode } = useTexts("errors");
  const { problems } = useTexts("player");
  const can = useCan();
  const viewer = useViewer();
  const [session, setSession] = useState<Session | null>(null);
  const shown = useOnceDrawn(session);
  const [visits, setVisits] = useState(0);

  const suspension = useSuspensionText();
  const refusal = recordRefusal(
    can("verse:create"),
    beat,
    findRecordingProblem(),
  );

  const lastPlaceOf = useLastPlace(beat);
  const canRecord = refusal === null && lastPlaceOf === null;
  useEffect(
    () => (canRecord ? whenIdle(() => code.load()) : undefined),
    [canRecord],
  );

  const warnIfBlocked = useWarnIfBlocked(beat.id);
  const handleOpen = (
    take: StoredTake | null,
    answerId: string | null = null,
  ) => {
    // A second press must not replace the recorder that the first one is opening.
    if (session !== null || !viewer?.profile) return;
    const { userId, profile } = viewer;
    setSession({ take, answerId, userId, rapper: profile.username });
    warnIfBlocked();
  };
  const isFree = canRecord && session === null;
  useAnswerInUrl(isFree, (answerId) => handleOpen(null, answerId));

  const handleClose = () => {
    setSession(null);
    setVisits((count) => count + 1);
  };

  const takes = (
    <TakesSlot
      beatId={beat.id}
      onOpen={(take) => handleOpen(take)}
      visit={visits}
    />
  );
  return (
    <Stack gap="md">
      {!canRecord ? (
        <>
          {takes}
          <Text role="note" className={classes.reason}>
            {suspension ??
              (refusal === null
                ? t.lastPlace(lastPlaceOf ?? "")
                : refusalText({ ...t, ...problems, byCode }, refusal))}
          </Text>
        </>
      ) : (
        <div className={classes.bar} data-record-bar data-screen-only>
          {takes}
          <Button
            size="xl"
            fullWidth
            color="sindoor"
            aria-busy={session !== null}
            // The dialog covers this loader as soon as its code is there.
            leftSection={
              session === null ? (
                <Icon name="mic" />
              ) : (
                <Loader
                  size={22}
                  style={{ "--loader-color": "currentColor" }}
                />
              )
            }
            onClick={() => handleOpen(null)}
          >
            {t.open}
          </Button>
        </div>
      )}
      {shown !== null && (
        <RecordVerseDialog
          beat={beat}
          problem={problem}
          userId={shown.userId}
          rapper={shown.rapper}
          unsentTake={shown.take}
          answerId={shown.answerId}
          onClose={handleClose}
        />
      )}
    </Stack>
  );
}
