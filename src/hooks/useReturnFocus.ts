import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns the focus, when a dialog closes, to the element that had it before the dialog opened.
 * Works for dialogs whose code is loaded on demand.
 */
export function useReturnFocus(isOpen: boolean): void {
  const before = useRef<Element | null>(null);

  // A layout effect runs before the dialog's focus trap, which takes the focus one tick later.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);

  // A passive effect runs after the commit. React restores the previous focus at the end of the
  // commit, which would undo an earlier change.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (before.current instanceof HTMLElement)
        before.current.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
