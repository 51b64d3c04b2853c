import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import {
  closesTogether,
  type Queue,
  type QueuedCase,
} from "../../../../convex/shared/moderation";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { CaseQueue } from "../CaseQueue/CaseQueue";
import { CaseView } from "../CaseView/CaseView";
import { PendingBar } from "../PendingBar/PendingBar";
import { useDecide } from "../useDecide";
import { useDesk } from "../useDesk";
import { useKeys } from "../useKeys";
import classes from "./ModerationView.module.css";

/** The queue of the moderators and the case that is being decided. */
export function ModerationView() {
  const t = useTrustTexts();
  const result = useLiveQuery({ query: api.moderation.queue, args: {} });
  return (
    <>
      <PageTitle>{t.moderation.title}</PageTitle>
      {result.status === "pending" && <Loading />}
      {result.status === "error" && <LoadFailed message={t.loadFailed} />}
      {result.status === "success" && <QueueView queue={result.data} />}
    </>
  );
}

function QueueView({ queue }: { queue: Queue }) {
  const t = useTrustTexts().moderation;
  const { sending, decide, undo } = useDecide();
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const busy = useRef(false);
  const isSent = (one: QueuedCase) =>
    queue.cases.some((other) => {
      const decision = sending.get(other.id);
      if (decision === undefined) return false;
      return one === other || closesTogether(other, decision, one);
    });
  const waiting = queue.cases.filter((one) => !isSent(one));
  const { cases, currentId, at, open, move, moveOn } = useDesk(waiting);
  const latest = queue.pending.at(-1);

  const undoLatest = async () => {
    if (latest === undefined || busy.current) return;
    busy.current = true;
    if (await undo(latest)) open(latest.caseId);
    busy.current = false;
  };
  useKeys((key) => {
    if (key === "j") move(1);
    if (key === "k") move(-1);
    if (key === "u") void undoLatest();
  });

  return (
    <div className={classes.desk}>
      {currentId === null ? (
        <Empty title={t.empty} hint={t.emptyHint} />
      ) : (
        <CaseView
          key={currentId}
          caseId={currentId}
          position={
            at === -1 ? "" : t.position(String(at + 1), String(cases.length))
          }
          note={notes[currentId] ?? ""}
          onNote={(note) => setNotes({ ...notes, [currentId]: note })}
          onMove={move}
          onMoveOn={() => moveOn(null)}
          onDecide={(choice, reason) => {
            moveOn(choice.decision);
            decide(currentId, choice, reason);
          }}
        />
      )}
      <CaseQueue
        queue={{ ...queue, cases: [...cases] }}
        selectedId={currentId}
        onSelect={open}
      />
      <PendingBar pending={queue.pending} onUndo={() => void undoLatest()} />
    </div>
  );
}
