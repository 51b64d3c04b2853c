import { type NavigateOptions, useSearchParams } from "react-router-dom";

type Change = (
  change: (present: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * The query of the address that the page shows, and a function that changes it. The address changes
 * at once, and the page when it has time. Each change is applied to the address, not to what the
 * page shows, so that two quick changes do not undo each other.
 */
export function useAddressParams(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const changeParams: Change = (change, options) =>
    setParams(change(new URLSearchParams(location.search)), options);
  return [params, changeParams];
}
