import { useAddressParams } from "../../../hooks/useAddressParams";
import {
  type SearchQuery,
  readSearchQuery,
  writeSearchQuery,
} from "../searchQuery";
import { Stack } from "@mantine/core";
import { useState } from "react";
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
      {/* Remount the fields after clearing: this empties the input and drops a pending search, and the focus returns to the field. */}
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

function useSearchQuery() {
  const [params, changeParams] = useAddressParams();

  const change = (part: Partial<SearchQuery>) =>
    changeParams(
      (present) => writeSearchQuery({ ...readSearchQuery(present), ...part }),
      { replace: true },
    );

  return { query: readSearchQuery(params), change };
}
