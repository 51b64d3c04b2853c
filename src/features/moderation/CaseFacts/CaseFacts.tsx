import type { ReactNode } from "react";
import type {
  CaseDetails,
  DecisionSummary,
} from "../../../../convex/shared/moderation";
import { longDateText } from "../../../lib/dateText";
import { useLanguage } from "../../../texts/TextsProvider";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import classes from "./CaseFacts.module.css";

/** The background of a case: author, earlier decisions, other cases, both sides of a claim. */
export function CaseFacts({ details }: { details: CaseDetails }) {
  const t = useTrustTexts();
  const { language } = useLanguage();
  const { owner, appealed, claim, matches, earlier, others } = details;
  const words = t.moderation;
  return (
    <dl className={classes.facts}>
      {appealed !== null && (
        <Fact name={words.appealed}>
          <Decided decision={appealed} />
        </Fact>
      )}
      {claim?.name === "" && (
        <Fact name={words.claimant}>{words.claimantLeft}</Fact>
      )}
      {claim !== null && claim.name !== "" && (
        <>
          <Fact name={words.claimant}>
            <bdi>{claim.name}</bdi>, {claim.email}
          </Fact>
          <Fact name={words.proof}>{claim.proof}</Fact>
          <Fact name={words.signature}>{claim.signature}</Fact>
        </>
      )}
      {claim !== null && (
        <Fact name={words.answer}>{claim.answer ?? words.noAnswer}</Fact>
      )}
      {matches !== null && (
        <Fact name={t.kinds.sameAudio}>
          {words.sameAs(
            matches.title,
            longDateText(matches.createdAt, language),
          )}
        </Fact>
      )}
      <Fact name={words.author}>
        {owner === null ? (
          t.gone
        ) : (
          <>
            <bdi>{owner.username}</bdi> ·{" "}
            {words.memberSince(longDateText(owner.createdAt, language))}
          </>
        )}
      </Fact>
      <Fact name={words.earlier}>
        {earlier.length === 0
          ? words.noEarlier
          : earlier.map((decision) => (
              <Decided key={decision.id} decision={decision} />
            ))}
      </Fact>
      {details.othersCount > 0 && (
        <Fact name={words.others(String(details.othersCount))}>
          {others.map(({ kind, reason, text }, n) => (
            <p key={n}>
              {`${t.kinds[kind]}, ${t.reasons[reason]}: `}
              <bdi>{text}</bdi>
            </p>
          ))}
          <p>{words.closing}</p>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Decided({ decision }: { decision: DecisionSummary }) {
  const t = useTrustTexts();
  const { language } = useLanguage();
  const { about, grounds, reason, createdAt } = decision;
  const parts = [
    longDateText(createdAt, language),
    t.decided[decision.decision],
    about,
    t.reasons[grounds],
    reason,
  ];
  return <p>{parts.filter((part) => part !== "").join(" · ")}</p>;
}
