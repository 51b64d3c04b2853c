import { useEffect, useState } from "react";
import { guardUnload } from "../../lib/guardUnload";
import { guardSteps } from "../../lib/historyGuard";
import { Scope } from "../../lib/scope";

/** A way out of the page that was blocked until the viewer answers. */
interface HeldBack {
  /** Leaves by this way after all. */
  readonly go: () => void;
}

type HoldBack = (heldBack: HeldBack) => void;

/**
 * While `isActive`, holds back links, Back and Forward until the viewer has answered. When the tab
 * is closed, the browser asks. An element marked `data-leaves` counts as a link.
 */
export function useLeaveGuard(isActive: boolean) {
  const [heldBack, setHeldBack] = useState<HeldBack | null>(null);

  useEffect(() => {
    if (!isActive) return;
    const scope = new Scope();
    scope.add(guardUnload());
    guardClicks(scope, setHeldBack);
    guardHistory(scope, setHeldBack);
    scope.add(() => setHeldBack(null));
    return () => scope.dispose();
  }, [isActive]);

  return {
    isAsking: heldBack !== null,
    leave: () => heldBack?.go(),
    stay: () => setHeldBack(null),
  };
}

/** Listens in the capture phase, to run before the router follows the link. */
function guardClicks(scope: Scope, holdBack: HoldBack): void {
  let isLeaving = false;
  const handleClick = (event: MouseEvent) => {
    const way = isLeaving ? null : wayOut(event);
    if (way === null) return;
    event.preventDefault();
    event.stopPropagation();
    holdBack({
      go: () => {
        isLeaving = true;
        way.click();
        isLeaving = false;
      },
    });
  };
  document.addEventListener("click", handleClick, true);
  scope.add(() => document.removeEventListener("click", handleClick, true));
}

/**
 * Returns the link, or the element that counts as one, through which a click leaves the page; null
 * for other clicks.
 */
function wayOut(event: MouseEvent): HTMLElement | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (!(event.target instanceof Element)) return null;
  const marked = event.target.closest<HTMLElement>("[data-leaves]");
  if (marked !== null) return marked;
  const link = event.target.closest("a");
  if (!link?.href || link.target === "_blank") return null;
  const target = new URL(link.href, window.location.href);
  return target.pathname === window.location.pathname ? null : link;
}

/**
 * Holds back a step through the history. The browser reports a step only after taking it, so
 * holding it back means stepping back again. The router must not see either of the two steps.
 */
function guardHistory(scope: Scope, holdBack: HoldBack): void {
  const { href, pathname } = window.location;
  const state: unknown = window.history.state;
  const index = indexIn(state);
  let isReturning = false;
  let isLeaving = false;

  const handlePop = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (isLeaving || window.location.pathname === pathname) return;
    event.stopImmediatePropagation();
    const reached = indexIn(event.state);
    const isKnown = index !== null && reached !== null && index !== reached;
    // Entries that the router did not create have no index, so the distance is unknown.
    const distance = isKnown ? reached - index : -1;
    if (isKnown) {
      isReturning = true;
      window.history.go(-distance);
    } else window.history.pushState(state, "", href);
    holdBack({
      go: () => {
        isLeaving = true;
        window.history.go(distance);
      },
    });
  };
  scope.add(guardSteps(handlePop));
}

/**
 * Returns the index that the router stores in each of its history entries; null for other entries.
 */
function indexIn(state: unknown): number | null {
  if (typeof state !== "object" || state === null) return null;
  return "idx" in state && typeof state.idx === "number" ? state.idx : null;
}
