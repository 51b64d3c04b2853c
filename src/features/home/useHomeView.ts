import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import {
  changeHomeView,
  formatHomeView,
  type HomeView,
  parseHomeView,
} from "./homeView";

/** The address is the state: Back, reload and a shared link show the same page. */
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

/** When the page asked for has vanished the server answers the last one; the address follows without a step in the history. */
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
