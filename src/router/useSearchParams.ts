import { useCallback, useMemo } from "react";
import type { NavigateOptions } from "./history";
import { useHistory, useLocation } from "./Router";

type Change = (present: URLSearchParams) => URLSearchParams;

/** The query of the address, and a function that opens the same page with another one. */
export function useSearchParams() {
  const history = useHistory();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);

  const setParams = useCallback(
    (change: URLSearchParams | Change, options?: NavigateOptions) => {
      const next =
        typeof change === "function"
          ? change(new URLSearchParams(history.location.search))
          : change;
      history.navigate(`?${next.toString()}`, options);
    },
    [history],
  );

  return [params, setParams] as const;
}
