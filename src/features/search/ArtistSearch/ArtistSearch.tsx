import { Stack } from "@mantine/core";
import { useState } from "react";
import { useSearchQuery } from "../useSearchQuery";
import { SearchFilters } from "./SearchFilters";
import { SearchResults } from "./SearchResults";

export function ArtistSearch() {
  const { query, change } = useSearchQuery();
  const [clearings, setClearings] = useState(0);

  const handleClear = () => {
    change({ text: "", state: null, role: null });
    setClearings(clearings + 1);
  };

  return (
    <Stack gap="lg">
      {/* Fields anew after a clearing: what was typed goes, and the next letter has its place. */}
      <SearchFilters
        key={clearings}
        query={query}
        firstText={clearings === 0 ? query.text : ""}
        isFocused={clearings > 0}
        onChange={change}
      />
      <SearchResults query={query} onClear={handleClear} />
    </Stack>
  );
}
