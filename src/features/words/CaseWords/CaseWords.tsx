import { Text } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useWordsTexts } from "../../../texts/useWordsTexts";
import { PublishedLines } from "../PublishedLines/PublishedLines";

/** The words that a case is about, as the public sees them. */
export function CaseWords({ verseId }: { verseId: string }) {
  const t = useWordsTexts();
  const result = useLiveQuery({ query: api.words.get, args: { verseId } });
  if (result.status === "pending") return null;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  return result.data === null ? (
    <Text>{t.gone}</Text>
  ) : (
    <PublishedLines words={result.data} />
  );
}
