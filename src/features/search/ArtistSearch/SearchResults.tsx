import { Button, Text, Skeleton } from "@mantine/core";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { api } from "../../../../convex/_generated/api";
import { SEARCH_LIMIT } from "../../../../convex/shared/limits";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useTexts } from "../../../texts/TextsProvider";
import { BlockedNote } from "../../safety/BlockedNote/BlockedNote";
import { ArtistRow } from "../ArtistRow/ArtistRow";
import { searchArgs, type SearchQuery } from "../searchQuery";
import classes from "./ArtistSearch.module.css";

interface SearchResultsProps {
  query: SearchQuery;
  onClear: () => void;
}

export function SearchResults({ query, onClear }: SearchResultsProps) {
  const t = useTexts("search");
  const hidden = useHidden();
  const result = useLiveQuery({
    query: api.profiles.search,
    args: searchArgs(query),
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
  const shown = artists.filter(({ userId }) => !hidden.has(userId));
  return (
    <div>
      {shown.length > 0 && (
        <ul className={classes.results} aria-label={t.resultsLabel}>
          {shown.map((artist) => (
            <ArtistRow key={artist.userId} artist={artist} />
          ))}
        </ul>
      )}
      <BlockedNote count={artists.length - shown.length} />
      {artists.length === SEARCH_LIMIT && (
        <Text c="dimmed" mt="md">
          {t.limited(SEARCH_LIMIT)}
        </Text>
      )}
    </div>
  );
}

function ResultSkeletons() {
  const { loading } = useTexts("common");
  return (
    <div
      className={classes.results}
      role="status"
      aria-label={loading}
      data-waiting
    >
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={72} radius="sm" />
      ))}
    </div>
  );
}
