import { type Genre, isGenre } from "../../../convex/shared/genres";
import { isState, type State } from "../../../convex/shared/states";
import type { Sort } from "../../../convex/shared/validators";

type HomeTab = "beats" | "verses";

/** What /home shows. Genre and state belong to the beats; on the verses they are always null. */
export interface HomeView {
  readonly tab: HomeTab;
  readonly sort: Sort;
  readonly genre: Genre | null;
  readonly state: State | null;
  readonly page: number;
}

/** Reads the address. Whatever it does not know falls back to the default. */
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

/** The shortest address of a view: defaults are left out. */
export function formatHomeView(view: HomeView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.tab !== "beats") params.set("tab", view.tab);
  if (view.sort !== "recent") params.set("sort", view.sort);
  if (view.tab === "beats" && view.genre) params.set("genre", view.genre);
  if (view.tab === "beats" && view.state) params.set("state", view.state);
  if (view.page > 1) params.set("page", String(view.page));
  return params;
}

/** Another tab, sort or filter begins at its first page. */
export function changeHomeView(
  view: HomeView,
  change: Partial<Omit<HomeView, "page">>,
): HomeView {
  return { ...view, ...change, page: 1 };
}

function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
