import { Button, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { BeatCard } from "../../../../convex/shared/validators";
import type { StoredTake } from "../../../audio/takeStore";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useCan } from "../../../hooks/useCan";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import { recordRefusal } from "../recordRefusal";
import { UnsentTakes } from "../UnsentTakes/UnsentTakes";
import { useUnsentTakes } from "../useUnsentTakes";
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
  const userId = useViewer()?.userId;
  const unsent = useUnsentTakes(beat.id);
  const [session, setSession] = useState<{ take: StoredTake | null } | null>(
    null,
  );
  const [discarding, setDiscarding] = useState<StoredTake | null>(null);

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
      <UnsentTakes
        takes={unsent.takes}
        onOpen={(take) => setSession({ take })}
        onDiscard={setDiscarding}
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
      {session !== null && userId !== undefined && (
        <Suspense>
          <RecordVerseDialog
            beat={beat}
            userId={userId}
            unsentTake={session.take}
            onClose={handleClose}
          />
        </Suspense>
      )}
      <ConfirmModal
        opened={discarding !== null}
        title={t.discardTitle}
        confirmLabel={t.recover.discard}
        failureMessage={t.recover.failed}
        onConfirm={() => unsent.discard(discarding?.id ?? "")}
        onClose={() => setDiscarding(null)}
      >
        {t.discardText}
      </ConfirmModal>
    </Stack>
  );
}
