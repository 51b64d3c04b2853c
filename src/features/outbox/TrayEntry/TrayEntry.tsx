import { Button, Group, Progress, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { appTakeStore } from "../../../audio/studio/storing/appTakeStore";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import type { Connection } from "../../../hooks/useConnection";
import { usePieceServer } from "../../../hooks/usePieceServer";
import { useFailureText } from "../../../hooks/useFailureText";
import type { UploadId } from "../../../lib/pieces/pieceServer";
import { reportFailure } from "../../../lib/reportFailure";
import { fileNameOf, saveFile } from "../../../lib/saveFile";
import { extensionOf } from "../../../audio/signal/recordingFormat";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { appOutbox } from "../appOutbox";
import { asOwnVerse, isForNoTurn, type OutboxEntry } from "../entry";
import { isOnlyCopy } from "../isOnlyCopy";
import { statusText } from "../statusText";
import classes from "./TrayEntry.module.css";

interface TrayEntryProps {
  entry: OutboxEntry;
  connection: Connection;
}

/** One take in the outbox: its progress or problem, and buttons to act on it. */
export function TrayEntry({ entry, connection }: TrayEntryProps) {
  const t = useOutboxTexts();
  const failureText = useFailureText();
  const { beatTitle, percent, problem } = entry;
  const text = statusText(t, failureText, entry, connection);
  const isCutOff = connection !== "connected";
  return (
    <div className={classes.entry} role="group" aria-label={t.verse(beatTitle)}>
      <div className={classes.words}>
        <Text fw={600} size="sm">
          {t.verse(beatTitle)}
        </Text>
        <Text
          size="sm"
          role={problem ? "alert" : isCutOff ? "status" : undefined}
        >
          {text}
        </Text>
        {problem === null && (
          <Progress
            className={classes.bar}
            value={percent}
            animated={percent >= 100}
            aria-label={text}
          />
        )}
      </div>
      <TrayKeys entry={entry} />
    </div>
  );
}

function TrayKeys({ entry }: { entry: OutboxEntry }) {
  const t = useOutboxTexts();
  const server = usePieceServer();
  const { id, isPaused, problem, percent, uploadId } = entry;
  const [isAsking, { open, close }] = useDisclosure(false);
  const act = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => reportFailure(error, t.actFailed));
  const handleSave = async () => {
    const file = await appOutbox.load(entry);
    if (file === null) throw new Error("the take has left the outbox");
    const name = fileNameOf([entry.beatTitle, "verse"]);
    saveFile(file, `${name}.${extensionOf(file.type)}`);
  };
  const cancel = async () => {
    await appOutbox.remove(id, "cancelled");
    // If this fails, the server removes the unfinished upload later by itself.
    if (uploadId !== null)
      server.cancel(uploadId as UploadId).catch(() => undefined);
  };
  const alone = asOwnVerse(entry);
  const isStopped = isPaused || problem !== null;
  const isAnswer = isForNoTurn(entry);
  const { turn: _, ...extras } = entry.extras;
  const sendAsAnswer = () => appOutbox.change(id, { extras, problem: null });
  const handleCancel = async () => {
    if (!(await isOnlyCopy(appTakeStore, entry))) await cancel();
    else if (isAnswer)
      await appOutbox.change(id, { extras, problem: null, isPaused: true });
    else open();
  };
  const sendText = extras.answersId ? t.asAnswer : t.sendAlone;
  const goOnText = problem ? t.retry : isPaused ? t.resume : t.pause;
  // The server is already publishing the take, which cannot be cancelled.
  const isLate = !isStopped && percent >= 100;
  return (
    <Group gap="xs">
      {alone && (
        <Button
          size="compact-md"
          onClick={() => act(appOutbox.change(id, alone))}
        >
          {t.sendAlone}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        disabled={isLate}
        onClick={() =>
          act(
            isAnswer
              ? sendAsAnswer()
              : appOutbox.change(id, { isPaused: !isStopped, problem: null }),
          )
        }
      >
        {isAnswer ? sendText : goOnText}
      </Button>
      {problem && (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => act(handleSave())}
        >
          {t.save}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        disabled={isLate}
        onClick={() => act(handleCancel())}
      >
        {isAnswer ? t.keepHere : t.cancel}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={t.onlyCopy.title}
        confirmLabel={t.onlyCopy.confirm}
        failureMessage={t.actFailed}
        onConfirm={cancel}
        onClose={close}
      >
        {t.onlyCopy.text}
      </ConfirmModal>
    </Group>
  );
}
