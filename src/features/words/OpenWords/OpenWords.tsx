import { useWordsPad } from "../useWordsPad";
import { WordsEditor } from "../WordsEditor/WordsEditor";

interface OpenWordsProps {
  userId: string;
  beatId: string;
}

/** The words of a person for a beat, open for writing. */
export function OpenWords({ userId, beatId }: OpenWordsProps) {
  const pad = useWordsPad(userId, beatId);
  return <WordsEditor pad={pad} />;
}
