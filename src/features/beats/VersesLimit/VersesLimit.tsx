import { useState } from "react";
import { VERSES_LIMITS } from "../../../../convex/shared/limits";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useCan } from "../../../hooks/useCan";
import { useFailureText } from "../../../hooks/useFailureText";
import { useTexts } from "../../../texts/TextsProvider";
import { useSetVersesLimit } from "../useBeat";
import { ShownLimit } from "./ShownLimit";

/** Lets the producer change the verse limit, unless they are suspended. */
export function VersesLimit({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats").limit;
  const can = useCan();
  const setVersesLimit = useSetVersesLimit();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  if (!can("beat:setVersesLimit", { ownerId: beat.producer.userId })) {
    return <ShownLimit beat={beat} />;
  }

  const handleChange = async (value: string) => {
    const limit = VERSES_LIMITS.find((choice) => String(choice) === value);
    if (limit === undefined) return;
    setFailure(null);
    try {
      await setVersesLimit(beat.id, limit);
    } catch (error) {
      setFailure(failureText(error, t.failed));
    }
  };

  return (
    <ChoiceField
      label={t.label}
      choices={VERSES_LIMITS.map((limit) => ({
        value: String(limit),
        label: t.option(limit),
      }))}
      value={String(beat.versesLimit)}
      error={failure}
      onChange={(event) => void handleChange(event.currentTarget.value)}
    />
  );
}
