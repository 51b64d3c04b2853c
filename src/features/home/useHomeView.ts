import { useEffect, useEffectEvent } from "react";
import { useAddressParams } from "../../hooks/useAddressParams";
import {
  changeHomeView,
  formatHomeView,
  type HomeView,
  parseHomeView,
} from "./homeView";

/**
 * The view of /home. It is kept in the page's address, so that Back, reload and shared links show
 * the same page.
 */
export function useHomeView() {
  const [params, changeParams] = useAddressParams();
  const go = (next: (present: HomeView) => HomeView) =>
    changeParams((present) => formatHomeView(next(parseHomeView(present))));
  return {
    view: parseHomeView(params),
    change: (part: Partial<Omit<HomeView, "page">>) =>
      go((view) => changeHomeView(view, part)),
    turnTo: (page: number) => go((view) => ({ ...view, page })),
  };
}

/**
 * Keeps the address in line with the page that the server returned. If the requested page no longer
 * exists, the server returns the last one, and the address changes without a new history entry.
 * `shownPage` is undefined while loading.
 */
export function useFollowPage(shownPage: number | undefined): void {
  const [params, changeParams] = useAddressParams();
  const view = parseHomeView(params);
  const page = Math.max(1, shownPage ?? view.page);
  const isOff = page !== view.page;
  const follow = useEffectEvent(() =>
    changeParams(
      (present) => formatHomeView({ ...parseHomeView(present), page }),
      { replace: true },
    ),
  );
  useEffect(() => {
    if (isOff) follow();
  }, [isOff, page]);
}
