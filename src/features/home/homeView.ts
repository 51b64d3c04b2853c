import { type Genre, isGenre } from "../../../convex/shared/genres";
import { isPageNumber } from "../../../convex/shared/pageWindow";
import { isState, type State } from "../../../convex/shared/states";
import type { Sort } from "../../../convex/shared/validators";

type HomeTab = "beats" | "verses";

/** The state of /home. Genre and state filter beats only; in the tab of verses both are null. */
export interface HomeView {
  readonly tab: HomeTab;
  readonly sort: Sort;
  readonly genre: Genre | null;
  readonly state: State | null;
  readonly page: number;
}

/** Reads a view from the page's query. Unknown and invalid values fall back to the default. */
export function parseHomeView(params: URLSearchParams): HomeView {
  const tab = params.get("tab") === "verses" ? "verses" : "beats";
  const genre = params.get("genre");
  const state = params.get("state");
  return {
    tab,
    sort: params.get("sort") === "popular" ? "popular" : "recent",
    genre: tab === "beats" && isGenre(genre) ? genre : null,
    state: tab === "beats" && isState(state) ? state : null,
    page: parsePage(params.get("page")),
  };
}

/** Writes a view as the shortest query; defaults are left out. */
export function formatHomeView(view: HomeView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.tab !== "beats") params.set("tab", view.tab);
  if (view.sort !== "recent") params.set("sort", view.sort);
  if (view.tab === "beats" && view.genre) params.set("genre", view.genre);
  if (view.tab === "beats" && view.state) params.set("state", view.state);
  if (view.page > 1) params.set("page", String(view.page));
  return params;
}

/** Changes tab, sort order or filters, and returns to page 1. */
export function changeHomeView(
  view: HomeView,
  change: Partial<Omit<HomeView, "page">>,
): HomeView {
  return { ...view, ...change, page: 1 };
}

function parsePage(text: string | null): number {
  const page = Number(text);
  return isPageNumber(page) ? page : 1;
}
