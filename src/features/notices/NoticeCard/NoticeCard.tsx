import { Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import {
  APPEALABLE,
  type DecisionSummary,
  type Notice,
} from "../../../../convex/shared/moderation";
import {
  MAX_APPEAL_LENGTH,
  MAX_CLAIM_TEXT_LENGTH,
} from "../../../../convex/shared/limits";
import { isAgainstGrounds } from "../../../../convex/shared/safety";
import { longDateText, longDateTimeText } from "../../../lib/dateText";
import { useLanguage } from "../../../texts/TextsProvider";
import { type TrustTexts, useTrustTexts } from "../../../texts/useTrustTexts";
import { StatementForm } from "../StatementForm/StatementForm";
import classes from "./NoticeCard.module.css";

/** One decision or claim, with the form to appeal or answer if that is still possible. */
export function NoticeCard({ notice }: { notice: Notice }) {
  const t = useTrustTexts();
  const { language } = useLanguage();
  const { decision, claim } = notice;
  return (
    <article className={classes.card}>
      <h2 className={classes.title}>{titleOf(notice, t)}</h2>
      <Text c="dimmed">{longDateText(notice.createdAt, language)}</Text>
      {notice.lostVerse && <Text>{t.notices.lostVerseHint}</Text>}
      {decision !== null && <DecisionText decision={decision} />}
      {decision === null && claim !== null && (
        <>
          <Text>{t.notices.claimFrom(claim.name)}</Text>
          <Quote name={t.notices.theirWork} text={claim.work} />
          <Quote name={t.notices.theirProof} text={claim.proof} />
          {claim.answer !== null && (
            <Quote name={t.notices.yourAnswer} text={claim.answer} />
          )}
        </>
      )}
      <Reply notice={notice} />
    </article>
  );
}

function DecisionText({ decision }: { decision: DecisionSummary }) {
  const t = useTrustTexts();
  const { language } = useLanguage();
  const { suspendedUntil: until } = decision;
  const isOff = isAgainstGrounds(decision.decision);
  const why = isOff ? t.notices.wasAbout : t.notices.why;
  const end =
    until === null
      ? t.notices.endsNever
      : t.notices.ends(longDateTimeText(until, language));
  return (
    <>
      <Text>{why(t.grounds[decision.grounds])}</Text>
      {decision.reason !== "" && (
        <p className={classes.quote}>{decision.reason}</p>
      )}
      {decision.decision === "suspend" && <Text>{end}</Text>}
    </>
  );
}

function Reply({ notice }: { notice: Notice }) {
  const t = useTrustTexts().notices;
  const appeal = useMutation(api.notices.appeal);
  const answer = useMutation(api.claims.answer);
  const { decision, canAppeal, canAnswer, caseId } = notice;
  if (canAnswer) {
    return (
      <StatementForm
        intro={t.howToAnswer}
        label={t.answerText}
        submit={t.answer}
        maxLength={MAX_CLAIM_TEXT_LENGTH}
        onSubmit={(text) => answer({ caseId, text })}
      />
    );
  }
  if (decision === null || !APPEALABLE.has(decision.decision)) return null;
  if (!canAppeal) return <Text>{t.appealed}</Text>;
  return (
    <StatementForm
      intro={t.howToAppeal}
      label={t.appealText}
      submit={t.appeal}
      maxLength={MAX_APPEAL_LENGTH}
      onSubmit={(text) => appeal({ decisionId: decision.id, text })}
    />
  );
}

function Quote({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <Text c="dimmed">{name}</Text>
      <p className={classes.quote}>{text}</p>
    </div>
  );
}

function titleOf(
  { lostVerse, decision, kind, about, subjectType }: Notice,
  t: TrustTexts,
) {
  const what = about === "" ? t.subjects[subjectType] : about;
  if (lostVerse) return t.notices.lostVerse(what);
  if (decision === null) return t.notices.claimed(what);
  if (decision.decision === "dismiss") return t.notices.dismissed[kind](what);
  return t.notices.decisions[decision.decision](what);
}
