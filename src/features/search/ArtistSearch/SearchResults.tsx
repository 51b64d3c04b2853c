import { Button, Text } from "@mantine/core";
import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { SEARCH_LIMIT } from "../../../../convex/shared/limits";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useTexts } from "../../../texts/TextsProvider";
import { ArtistRow } from "../ArtistRow/ArtistRow";
import type { SearchQuery } from "../searchQuery";
import { ResultSkeletons } from "./ResultSkeletons";
import classes from "./ArtistSearch.module.css";

interface SearchResultsProps {
  query: SearchQuery;
  onClear: () => void;
}

export function SearchResults({ query, onClear }: SearchResultsProps) {
  const t = useTexts("search");
  const { text, state, role } = query;
  const result = useQuery({
    query: api.profiles.search,
    args: { text, state, role },
  });

  if (result.status === "pending") return <ResultSkeletons />;
  if (result.status === "error") return <LoadFailed message={t.failed} />;
  const artists = result.data;
  if (artists.length === 0) {
    return (
      <Empty title={t.none} hint={t.noneHint}>
        <Button variant="default" onClick={onClear}>
          {t.clear}
        </Button>
      </Empty>
    );
  }
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
