import { type Terms, TERMS } from "../../../../convex/shared/terms";
import { RadioField } from "../../../components/RadioField/RadioField";
import { useTexts } from "../../../texts/TextsProvider";

interface TermsFieldProps {
  value: Terms;
  isDisabled: boolean;
  onChange: (terms: Terms) => void;
}

/** The choice of what others may do with the beat. */
export function TermsField(props: TermsFieldProps) {
  const t = useTexts("terms");
  return (
    <RadioField
      label={t.field}
      hint={t.fieldHint}
      choices={TERMS.map((value) => ({ value, label: t.sentences[value] }))}
      {...props}
    />
  );
}
