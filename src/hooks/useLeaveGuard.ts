import { useEffect } from "react";
import { Scope } from "../audio/scope";
import { guardSteps } from "../lib/historyGuard";

/** Asks before the tab is closed, a link is followed or the history is walked while something would be lost. */
export function useLeaveGuard(isActive: boolean, question: string): void {
  useEffect(() => {
    if (!isActive) return;
    const scope = new Scope();
    scope.listen(window, "beforeunload", (event) => event.preventDefault());
    guardClicks(scope, question);
    guardHistory(scope, question);
    return () => scope.dispose();
  }, [isActive, question]);
}

/** In the capture phase, so that it runs before the router follows the link. */
function guardClicks(scope: Scope, question: string): void {
  const handleClick = (event: MouseEvent) => {
    if (!leadsAway(event) || window.confirm(question)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", handleClick, true);
  scope.add(() => document.removeEventListener("click", handleClick, true));
}

function leadsAway(event: MouseEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (!(event.target instanceof Element)) return false;
  if (event.target.closest("[data-leaves]") !== null) return true;
  const link = event.target.closest("a");
  if (!link?.href || link.target === "_blank") return false;
  const target = new URL(link.href, window.location.href);
  return target.pathname !== window.location.pathname;
}

/**
 * The browser has moved by the time it tells, so staying means going back to where it was. The router must hear of
 * neither of the two steps.
 */
function guardHistory(scope: Scope, question: string): void {
  const { href, pathname } = window.location;
  const state: unknown = window.history.state;
  const index = indexIn(state);
  let isReturning = false;

  const handlePop = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (window.location.pathname === pathname) return;
    if (window.confirm(question)) return;
    event.stopImmediatePropagation();
    const reached = indexIn(event.state);
    if (index === null || reached === null || index === reached) {
      // An entry from before the router: nothing says how far back it lies.
      window.history.pushState(state, "", href);
      return;
    }
    isReturning = true;
    window.history.go(index - reached);
  };
  scope.add(guardSteps(handlePop));
}

/** The place that the router notes in each of its history entries. */
function indexIn(state: unknown): number | null {
  if (typeof state !== "object" || state === null) return null;
  return "idx" in state && typeof state.idx === "number" ? state.idx : null;
}
