import { useSearchParams } from "react-router-dom";
import {
  type SearchQuery,
  readSearchQuery,
  writeSearchQuery,
} from "./searchQuery";

export function useSearchQuery() {
  const [params, setParams] = useSearchParams();

  const change = (part: Partial<SearchQuery>) =>
    setParams(
      (present) => writeSearchQuery({ ...readSearchQuery(present), ...part }),
      { replace: true },
    );

  return { query: readSearchQuery(params), change };
}
