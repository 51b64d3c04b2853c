import { Stack } from "@mantine/core";
import { useSearchQuery } from "../useSearchQuery";
import { SearchFilters } from "./SearchFilters";
import { SearchResults } from "./SearchResults";

export function ArtistSearch() {
  const { query, change } = useSearchQuery();
  return (
    <Stack gap="lg">
      <SearchFilters query={query} onChange={change} />
      <SearchResults query={query} />
    </Stack>
  );
}
