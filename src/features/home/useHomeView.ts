import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import {
  changeHomeView,
  formatHomeView,
  type HomeView,
  parseHomeView,
} from "./homeView";

/**
 * The view of /home. It lives in the page's address, so that Back, reload and shared links show the
 * same page.
 */
export function useHomeView() {
  const [params, setParams] = useSearchParams();
  const view = parseHomeView(params);
  const go = (next: HomeView) => setParams(formatHomeView(next));
  return {
    view,
    change: (part: Partial<Omit<HomeView, "page">>) =>
      go(changeHomeView(view, part)),
    turnTo: (page: number) => go({ ...view, page }),
  };
}

/**
 * Keeps the address in line with the page that the server returned. If the requested page no longer
 * exists, the server returns the last one, and the address changes without a new history entry.
 * `shownPage` is undefined while loading.
 */
export function useFollowPage(shownPage: number | undefined): void {
  const [params, setParams] = useSearchParams();
  const view = parseHomeView(params);
  const page = Math.max(1, shownPage ?? view.page);
  const isOff = page !== view.page;
  useEffect(() => {
    if (!isOff) return;
    setParams(
      (current) => formatHomeView({ ...parseHomeView(current), page }),
      { replace: true },
    );
  }, [isOff, page, setParams]);
}
