import { useEffect, useRef } from "react";
import { useWordsPad } from "../useWordsPad";
import { WordsEditor } from "../WordsEditor/WordsEditor";

interface OpenWordsProps {
  userId: string;
  beatId: string;
}

/** The words of a person for a beat, in a field for writing that gets the focus at once. */
export function OpenWords({ userId, beatId }: OpenWordsProps) {
  const pad = useWordsPad(userId, beatId);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // On a phone, the bar with the record button covers the part of the page where the field
    // appears.
    field.current?.scrollIntoView({ block: "center" });
  }, []);
  return <WordsEditor pad={pad} field={field} />;
}
