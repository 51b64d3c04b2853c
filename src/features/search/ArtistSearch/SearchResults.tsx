import { Text } from "@mantine/core";
import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { SEARCH_LIMIT } from "../../../../convex/shared/limits";
import { Empty } from "../../../components/Empty/Empty";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { ArtistRow } from "../ArtistRow/ArtistRow";
import type { SearchQuery } from "../searchQuery";
import { ResultSkeletons } from "./ResultSkeletons";
import classes from "./ArtistSearch.module.css";

export function SearchResults({ query }: { query: SearchQuery }) {
  const t = useTexts("search");
  const { text, state, role } = query;
  const result = useQuery({
    query: api.profiles.search,
    args: { text, state, role },
  });

  if (result.status === "pending") return <ResultSkeletons />;
  if (result.status === "error") return <ErrorNote message={t.failed} />;
  const artists = result.data;
  if (artists.length === 0) return <Empty title={t.none} hint={t.noneHint} />;
  return (
    <div>
      <ul className={classes.results} aria-label={t.resultsLabel}>
        {artists.map((artist) => (
          <ArtistRow key={artist.userId} artist={artist} />
        ))}
      </ul>
      {artists.length === SEARCH_LIMIT && (
        <Text c="dimmed" mt="md">
          {t.limited(SEARCH_LIMIT)}
        </Text>
      )}
    </div>
  );
}
