import { ARTIST_ROLES, type Role } from "../../../convex/shared/roles";
import { isState } from "../../../convex/shared/states";

/** What is searched for; lives in the address, so that Back, reload and sharing work. */
export interface SearchQuery {
  text: string;
  state: string | null;
  role: Role | null;
}

export function readSearchQuery(params: URLSearchParams): SearchQuery {
  const state = params.get("state");
  const role = params.get("role");
  return {
    text: params.get("q") ?? "",
    state: isState(state) ? state : null,
    role: ARTIST_ROLES.find((artist) => artist === role) ?? null,
  };
}

export function writeSearchQuery(query: SearchQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.text !== "") params.set("q", query.text);
  if (query.state !== null) params.set("state", query.state);
  if (query.role !== null) params.set("role", query.role);
  return params;
}
