import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Queue, QueuedCase } from "../../../../convex/shared/cases";
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
  const [selectedId, setSelectedId] = useState<QueuedCase["id"] | null>(null);
  const busy = useRef(false);
  const cases = queue.cases.filter(({ id }) => !sending.has(id));
  const at = Math.max(
    0,
    cases.findIndex(({ id }) => id === selectedId),
  );
  const current = cases[at];
  const latest = queue.pending.at(-1);

  const move = (by: number) => {
    const next = cases[Math.min(cases.length - 1, Math.max(0, at + by))];
    if (next) setSelectedId(next.id);
  };
  const undoLatest = async () => {
    if (latest === undefined || busy.current) return;
    busy.current = true;
    if (await undo(latest)) setSelectedId(latest.caseId);
    busy.current = false;
  };
  useKeys((key) => {
    if (key === "j") move(1);
    if (key === "k") move(-1);
    if (key === "u") void undoLatest();
  });

  return (
    <div className={classes.desk}>
      {current === undefined ? (
        <Empty title={t.empty} hint={t.emptyHint} />
      ) : (
        <CaseView
          key={current.id}
          caseId={current.id}
          position={t.position(String(at + 1), String(cases.length))}
          onMove={move}
          onDecide={(choice, reason) => {
            setSelectedId((cases[at + 1] ?? cases[at - 1])?.id ?? null);
            decide(current.id, choice, reason);
          }}
        />
      )}
      <CaseQueue
        queue={{ ...queue, cases }}
        selectedId={current?.id ?? null}
        onSelect={setSelectedId}
      />
      <PendingBar pending={queue.pending} onUndo={() => void undoLatest()} />
    </div>
  );
}
