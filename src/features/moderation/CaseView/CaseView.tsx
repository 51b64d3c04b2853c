import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import type { QueuedCase } from "../../../../convex/shared/moderation";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { logFailure } from "../../../lib/logFailure";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { CaseFacts } from "../CaseFacts/CaseFacts";
import { CaseItem } from "../CaseItem/CaseItem";
import type { Choice } from "../choices";
import { DecisionBar } from "../DecisionBar/DecisionBar";
import { dueText } from "../dueText";
import { useKeys } from "../useKeys";
import { useNow } from "../useNow";
import classes from "./CaseView.module.css";

interface CaseViewProps {
  caseId: QueuedCase["id"];
  /** Such as "Case 3 of 50". Empty for a case that has left the queue. */
  position: string;
  note: string;
  onNote: (note: string) => void;
  onMove: (by: 1 | -1) => void;
  onMoveOn: () => void;
  onDecide: (choice: Choice, reason: string) => void;
}

/** Everything about one case on one screen. Opening the case acknowledges it. */
export function CaseView(props: CaseViewProps) {
  const { caseId, position, onMove } = props;
  const t = useTrustTexts();
  const now = useNow();
  const result = useLiveQuery({ query: api.moderation.get, args: { caseId } });
  const acknowledge = useMutation(api.moderation.acknowledge);
  const item = useRef<HTMLDivElement>(null);

  useEffect(() => {
    acknowledge({ caseId }).catch((cause: unknown) =>
      logFailure("acknowledging a case failed", cause),
    );
  }, [acknowledge, caseId]);
  useKeys((key) => {
    // The first button of the item is its play button.
    if (key === "p") item.current?.querySelector("button")?.click();
  });

  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  const details = result.data;
  return (
    <article className={classes.case} aria-label={details.about}>
      <div className={classes.head}>
        <span>{position}</span>
        <Button variant="default" onClick={() => onMove(-1)}>
          {t.moderation.previous}
        </Button>
        <Button variant="default" onClick={() => onMove(1)}>
          {t.moderation.next}
        </Button>
      </div>
      <div>
        <h2 className={classes.title}>
          {`${t.kinds[details.kind]}: ${t.reasons[details.reason]}`}
        </h2>
        <p className={classes.meta}>
          {[
            t.subjects[details.subjectType],
            dueText(details, now, t.moderation),
            t.moderation.number(details.number),
          ].join(" · ")}
        </p>
      </div>
      <blockquote className={classes.statement}>
        {details.text === "" ? t.moderation.nothingSaid : details.text}
      </blockquote>
      <div ref={item}>
        <CaseItem details={details} />
      </div>
      <DecisionBar
        details={details}
        note={props.note}
        onNote={props.onNote}
        onDecide={props.onDecide}
        onMoveOn={props.onMoveOn}
      />
      <CaseFacts details={details} />
    </article>
  );
}
