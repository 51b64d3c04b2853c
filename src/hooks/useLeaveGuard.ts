import { useEffect } from "react";
import { guardUnload } from "../lib/guardUnload";
import { Scope } from "../lib/scope";
import { guardSteps } from "../lib/historyGuard";

/**
 * While `isActive`, asks `question` before the viewer leaves the page by a link, by Back or
 * Forward, or by closing the tab (where browsers show their own text). An element marked
 * `data-leaves` counts as a link.
 */
export function useLeaveGuard(isActive: boolean, question: string): void {
  useEffect(() => {
    if (!isActive) return;
    const scope = new Scope();
    scope.add(guardUnload());
    guardClicks(scope, question);
    guardHistory(scope, question);
    return () => scope.dispose();
  }, [isActive, question]);
}

/** Listens in the capture phase, to run before the router follows the link. */
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
 * Asks before a step through the history. The browser reports a step only after taking it, so
 * staying means stepping back again. The router must not see either of the two steps.
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
      // Entries that the router did not create have no index, so the distance is unknown.
      window.history.pushState(state, "", href);
      return;
    }
    isReturning = true;
    window.history.go(index - reached);
  };
  scope.add(guardSteps(handlePop));
}

/** The index that the router stores in each of its history entries; null for other entries. */
function indexIn(state: unknown): number | null {
  if (typeof state !== "object" || state === null) return null;
  return "idx" in state && typeof state.idx === "number" ? state.idx : null;
}
