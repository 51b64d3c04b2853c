import { ARTIST_ROLES, type Role } from "../../../convex/shared/roles";
import { isState } from "../../../convex/shared/states";
import {
  foldUsername,
  MAX_USERNAME_LENGTH,
  normalizeUsername,
} from "../../../convex/shared/usernames";

/**
 * A search for artists. It is kept in the page's address, so that Back, reload and sharing work.
 */
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

/** No username is longer than this, even after case folding. */
const MAX_TEXT_LENGTH = 8 * MAX_USERNAME_LENGTH;

/**
 * Returns the arguments for the server. Texts that find the same artists are normalised to the same
 * arguments, so that they share one live query.
 */
export const searchArgs = ({ text, ...filter }: SearchQuery) => ({
  ...filter,
  text: foldUsername(normalizeUsername(text)).slice(0, MAX_TEXT_LENGTH),
});
