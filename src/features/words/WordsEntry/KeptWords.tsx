import { useViewer } from "../../../hooks/useViewer";
import { openWordsBook } from "../wordsBook";
import { WordsDoor } from "./WordsEntry";

/** The words that this device has for a deleted beat. Renders nothing if there are none. */
export function KeptWords({ beatId }: { beatId: string }) {
  const userId = useViewer()?.userId;
  if (userId === undefined) return null;
  const text = openWordsBook(userId, beatId).read()?.text ?? "";
  return text !== "" && <WordsDoor userId={userId} beatId={beatId} />;
}
