import { Button, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { BeatCard } from "../../../../convex/shared/validators";
import type { StoredTake } from "../../../audio/takeStore";
import { useCan } from "../../../hooks/useCan";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import { recordRefusal } from "../recordRefusal";
import { useUnsentTakes } from "../useUnsentTakes";
import { WaitingTakes } from "../WaitingTakes/WaitingTakes";
import classes from "./RecordVerse.module.css";

const RecordVerseDialog = lazy(async () => ({
  default: (await import("../RecordVerseDialog/RecordVerseDialog"))
    .RecordVerseDialog,
}));

/** The way into the recorder from a beat, or the reason why there is none. */
export function RecordVerse({ beat }: { beat: BeatCard }) {
  const t = useTexts("recorder");
  const { problems } = useTexts("player");
  const can = useCan();
  const viewer = useViewer();
  const unsent = useUnsentTakes(beat.id);
  const [session, setSession] = useState<{ take: StoredTake | null } | null>(
    null,
  );

  const refusal = recordRefusal(can("verse:create"), beat);
  const reasons = {
    role: t.onlyRappers,
    limit: t.limitReached,
    audio: problems.missingBeat,
  };

  const handleClose = () => {
    setSession(null);
    void unsent.refresh();
  };

  return (
    <Stack gap="md">
      <WaitingTakes
        takes={unsent.takes}
        onOpen={(take) => setSession({ take })}
        onDiscard={unsent.discard}
      />
      {refusal !== null ? (
        <Text role="note" className={classes.reason}>
          {reasons[refusal]}
        </Text>
      ) : (
        <div className={classes.bar}>
          <Button
            size="xl"
            fullWidth
            color="sindoor"
            leftSection={<Icon name="mic" />}
            onClick={() => setSession({ take: null })}
          >
            {t.open}
          </Button>
        </div>
      )}
      {session !== null && viewer?.profile && (
        <Suspense>
          <RecordVerseDialog
            beat={beat}
            userId={viewer.userId}
            rapper={viewer.profile.username}
            unsentTake={session.take}
            onClose={handleClose}
          />
        </Suspense>
      )}
    </Stack>
  );
}
