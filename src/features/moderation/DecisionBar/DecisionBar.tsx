import { Button, type ButtonProps, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import type { CaseDetails } from "../../../../convex/shared/moderation";
import { MAX_NOTE_LENGTH } from "../../../../convex/shared/limits";
import type { Decision } from "../../../../convex/shared/safety";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { type Choice, choicesOf, lengthsOf } from "../choices";
import { useKeys } from "../useKeys";
import keys from "../keys.module.css";
import classes from "./DecisionBar.module.css";

/**
 * The look of each button. The more serious a decision, the stronger its colour, but none looks
 * like the default.
 */
const LOOKS: Record<Decision, Pick<ButtonProps, "variant" | "color">> = {
  dismiss: { variant: "default" },
  grant: { variant: "default" },
  warn: { variant: "filled" },
  remove: { variant: "outline", color: "sindoor" },
  suspend: { variant: "filled", color: "sindoor" },
};

interface DecisionBarProps {
  details: CaseDetails;
  note: string;
  onNote: (note: string) => void;
  onDecide: (choice: Choice, reason: string) => void;
  onMoveOn: () => void;
}

/**
 * The note to the author, and one button per decision, each with a shortcut key. If another
 * moderator decides first, the buttons are disabled; the note and the focus stay.
 */
export function DecisionBar(props: DecisionBarProps) {
  const { details, onDecide, onMoveOn } = props;
  const t = useTrustTexts().moderation;
  const isTaken = details.decidedAt !== null || details.isBeingDecided;
  const [asksLength, setAsksLength] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const choices = asksLength ? lengthsOf(t) : choicesOf(details, t);

  const choose = (choice: Choice) => {
    if (isTaken) return;
    const needsLength = choice.decision === "suspend" && !choice.suspension;
    if (needsLength) setAsksLength(true);
    else onDecide(choice, props.note);
  };
  useKeys((pressed, press) => {
    if (pressed === "escape") setAsksLength(false);
    if (pressed === "n") {
      press.preventDefault(); // otherwise the key's letter would be typed into the note
      field.current?.focus();
    }
    const choice = choices.find((one) => one.key === pressed);
    if (choice) choose(choice);
  });

  return (
    <section aria-label={t.decide} className={classes.section}>
      <Textarea
        ref={field}
        label={t.note}
        aria-keyshortcuts="n"
        description={details.kind === "report" ? t.noteHintReport : t.noteHint}
        autosize
        maxRows={4}
        maxLength={MAX_NOTE_LENGTH}
        value={props.note}
        onChange={(event) => props.onNote(event.currentTarget.value)}
      />
      <div role="status">
        {isTaken && <p className={classes.question}>{t.taken}</p>}
      </div>
      {asksLength && <p className={classes.question}>{t.howLong}</p>}
      <div className={classes.buttons}>
        {choices.map((choice) => (
          <Button
            key={choice.key}
            size="lg"
            {...LOOKS[choice.decision]}
            aria-keyshortcuts={choice.key}
            aria-disabled={isTaken} // "disabled" would remove the focus
            data-disabled={isTaken || undefined}
            onClick={() => choose(choice)}
          >
            {choice.label}{" "}
            <kbd className={keys.key}>{choice.key.toUpperCase()}</kbd>
          </Button>
        ))}
        {isTaken && (
          <Button size="lg" onClick={onMoveOn}>
            {t.nextCase}
          </Button>
        )}
        {asksLength && (
          <Button
            size="lg"
            variant="default"
            onClick={() => setAsksLength(false)}
          >
            {t.cancel}
          </Button>
        )}
      </div>
      {details.othersVerses > 0 && details.kind !== "appeal" && (
        <p className={classes.question}>
          {t.removesVerses(String(details.othersVerses))}
        </p>
      )}
      {details.subjectType === "profile" && details.kind !== "appeal" ? (
        <p className={classes.hint}>{t.removesProfile}</p>
      ) : (
        <p className={`${classes.hint} ${keys.hint}`}>{t.keys}</p>
      )}
    </section>
  );
}
