import { useEffect, useLayoutEffect, useRef } from "react";

/** Whatever had the focus when a dialog opened has it again when it closes, also if the dialog came with its code that moment. */
export function useReturnFocus(isOpen: boolean): void {
  const before = useRef<Element | null>(null);

  // Ahead of the dialog's own trap, which takes the focus a turn later.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);

  // After the commit, at whose end React gives the focus back to where it was before.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (before.current instanceof HTMLElement)
        before.current.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
