import { useLayoutEffect } from "react";

/** Whatever had the focus when a dialog opened has it again when it closes, also if the dialog came with its code that moment. */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
