import { useState } from "react";
import { TERMS } from "../../../../convex/shared/terms";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useCan } from "../../../hooks/useCan";
import { useFailureText } from "../../../hooks/useFailureText";
import { useTexts } from "../../../texts/TextsProvider";
import { useSetTerms } from "../useBeat";

/** Lets the producer change the terms of a beat. Shows nothing to anyone else. */
export function TermsChoice({ beat }: { beat: BeatSummary }) {
  const t = useTexts("terms");
  const can = useCan();
  const setTerms = useSetTerms();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  if (!can("beat:setTerms", { ownerId: beat.producer.userId })) return null;

  const handleChange = async (value: string) => {
    const terms = TERMS.find((choice) => choice === value);
    if (terms === undefined) return;
    setFailure(null);
    try {
      await setTerms(beat.id, terms);
    } catch (error) {
      setFailure(failureText(error, t.changeFailed));
    }
  };

  return (
    <ChoiceField
      label={t.label}
      description={t.changeHint}
      choices={TERMS.map((terms) => ({ value: terms, label: t.names[terms] }))}
      value={beat.terms}
      error={failure}
      onChange={(event) => void handleChange(event.currentTarget.value)}
    />
  );
}
